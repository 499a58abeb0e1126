/* Calls the functions of a package's library from Python, without the cost of ctypes. Arrays
   come in by the buffer protocol, and go out as numpy.empty(shape, dtype), where they are copied
   to, or as numpy.ndarray(shape, dtype, memory): nothing here depends on the version of NumPy.
   What is not passed as it is, is left to _values.py. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dlfcn.h>

#if PY_VERSION_HEX < 0x03090000
#define PyObject_Vectorcall _PyObject_Vectorcall /* its name in 3.8 */
#endif

#include "native.h"

/* An item is what _values.py calls one: its letters, and how many dimensions an array has. */
typedef struct item {
    const char *codes;
    int count, rank; /* count is 0 for a scalar */
    PyObject *name;
} item;

/* A group is one value of a result, or a class of named tuples with so many. */
typedef struct group {
    PyTypeObject *class;
    Py_ssize_t count;
} group;

/* A half of a derivative leaves a trace, or takes one. A batch gives how many problems are done, also where it fails. */
typedef enum half { WHOLE, FORWARD, REVERSE, BATCH } half;

typedef struct entry {
    void *function;
    half half;
    bool large; /* the results of the last call were: then none are copied */
    caller *call;
    PyObject *file, *given, *made, *groups; /* which keep what is below alive */
    item *in, *out;
    group *group;
    Py_ssize_t ins, outs, group_count;
    int words, views; /* of the leaves that go in, and of the arrays */
    int places;       /* of the leaves that come out */
} entry;

/* What is used of other modules. */
static PyObject *ndarray, *empty, *absent, *convert_array, *convert_real, *convert_integer, *convert_truth, *make_error, *dtype_d, *dtype_q, *dtype_t, *dtype_b;
static void (*release)(void *);
static void *(*workspace_new)(void);
static void (*workspace_free)(void *);
static int (*threads)(int);

/* A space is a workspace, null if there is no memory for one, and how much it has needed. */
typedef struct space {
    void *workspace;
    int64_t size;
} space;

/* Workspaces that no call uses, the latest last: so many at most, of so many bytes. Who holds the
   interpreter's lock takes one, or gives it back. */
enum { MOST_IDLE = 8, MOST_BYTES = 1 << 26 };
static space idle[MOST_IDLE];
static int idle_count;

static space borrow(void) { return idle_count ? idle[--idle_count] : (space){workspace_new(), 0}; }

static void give_back(space s) {
    if (s.workspace && idle_count < MOST_IDLE && s.size <= MOST_BYTES) idle[idle_count++] = s;
    else workspace_free(s.workspace);
}

/* A Trace is what a forward pass leaves in its workspace, with the arrays that it points to. */
typedef struct trace {
    PyObject_VAR_HEAD
    space space; /* of no workspace once it is reversed */
    int used;
    Py_buffer views[];
} trace;

static PyTypeObject *trace_type;

static void release_views(Py_buffer *views, int *used) {
    while (*used) PyBuffer_Release(&views[--*used]);
}

static void trace_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    trace *t = (trace *)self;
    give_back(t->space);
    release_views(t->views, &t->used);
    PyObject_Free(self);
    Py_DECREF(type);
}

static trace *trace_new(int views) {
    trace *t = PyObject_NewVar(trace, trace_type, views);
    if (!t) return NULL;
    t->space = (space){NULL, 0};
    t->used = 0;
    return t;
}

static PyType_Slot trace_slots[] = {{Py_tp_dealloc, (void *)trace_free}, {0, NULL}};
static PyType_Spec trace_spec = {"_native.Trace", sizeof(trace), sizeof(Py_buffer), Py_TPFLAGS_DEFAULT, trace_slots};

/* A Memory is an array of the library, which it releases. */
typedef struct memory {
    PyObject_HEAD
    void *start;
    Py_ssize_t size;
} memory;

static PyTypeObject *memory_type;

static void memory_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    if (((memory *)self)->start) release(((memory *)self)->start);
    PyObject_Free(self);
    Py_DECREF(type);
}

static int memory_buffer(PyObject *self, Py_buffer *view, int flags) {
    memory *m = (memory *)self;
    static char nothing;
    return PyBuffer_FillInfo(view, self, m->start ? m->start : &nothing, m->size, 0, flags);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_dealloc, (void *)memory_free},
    {0, NULL},
};

static PyType_Spec memory_spec = {"_native.Memory", sizeof(memory), 0, Py_TPFLAGS_DEFAULT, memory_slots};

static PyObject *dtype_of(char code) { return code == 'd' ? dtype_d : code == 'q' ? dtype_q : code == 'b' ? dtype_b : dtype_t; }

/* size_of is the size of an element. */
static Py_ssize_t size_of(char code) { return code == '?' || code == 'b' ? 1 : 8; }

/* bytes_of is the size of an array. */
static Py_ssize_t bytes_of(char code, const word *dims, int rank) {
    Py_ssize_t size = size_of(code);
    for (int k = 0; k < rank; k++) size *= dims[k].q;
    return size;
}

static PyObject *shape_of(const word *dims, int rank) {
    PyObject *shape = PyTuple_New(rank);
    for (int k = 0; shape && k < rank; k++) {
        PyObject *n = PyLong_FromLongLong(dims[k].q);
        if (!n) Py_CLEAR(shape);
        else PyTuple_SET_ITEM(shape, k, n);
    }
    return shape;
}

/* own_array is an array of NumPy with the memory of start, which it owns from now on, also
   where it fails. */
static PyObject *own_array(char code, void *start, const word *dims, int rank) {
    memory *m = PyObject_New(memory, memory_type);
    if (!m) {
        if (start) release(start);
        return NULL;
    }
    m->start = start;
    m->size = bytes_of(code, dims, rank);
    PyObject *result = NULL, *shape = shape_of(dims, rank);
    if (shape) {
        PyObject *args[] = {NULL, shape, dtype_of(code), (PyObject *)m};
        result = PyObject_Vectorcall(ndarray, args + 1, 3 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
        Py_DECREF(shape);
    }
    Py_DECREF(m);
    return result;
}

/* copy_array is an array of NumPy with a copy of what is at start. */
static PyObject *copy_array(char code, const void *start, const word *dims, int rank) {
    PyObject *shape = shape_of(dims, rank);
    if (!shape) return NULL;
    PyObject *args[] = {NULL, shape, dtype_of(code)};
    PyObject *result = PyObject_Vectorcall(empty, args + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    Py_DECREF(shape);
    Py_buffer view;
    if (!result || !bytes_of(code, dims, rank)) return result;
    if (PyObject_GetBuffer(result, &view, PyBUF_WRITABLE)) {
        Py_DECREF(result);
        return NULL;
    }
    memcpy(view.buf, start, (size_t)view.len);
    PyBuffer_Release(&view);
    return result;
}

static bool fits(const Py_buffer *view, char code, int rank) {
    if (view->ndim != rank || !view->format) return false;
    const char *f = view->format;
    size_t size = (size_t)size_of(code);
    if (view->itemsize != (Py_ssize_t)size || (uintptr_t)view->buf % size) return false;
    bool same = code == 'q' ? *f == 'l' || *f == 'q' : *f == code;
    return same && !f[1];
}

/* pass_array gets the buffer of an array, or of one that it is converted to. */
static int pass_array(const item *it, char code, PyObject *value, Py_buffer *view) {
    /* A class derived from that of arrays, such as the one with masks, may have more to say than its numbers. */
    if (PyObject_CheckBuffer(value) && ((PyObject *)Py_TYPE(value) == ndarray || !PyObject_TypeCheck(value, (PyTypeObject *)ndarray))) {
        if (PyObject_GetBuffer(value, view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) == 0) {
            if (fits(view, code, it->rank)) return 0;
            PyBuffer_Release(view);
        } else {
            PyErr_Clear();
        }
    }
    PyObject *converted = PyObject_CallFunction(convert_array, "OCiO", it->name, code, it->rank, value);
    if (!converted) return -1;
    int failed = PyObject_GetBuffer(converted, view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS);
    Py_DECREF(converted);
    return failed;
}

/* pass_whole passes an Int or a tag. */
static int pass_whole(const item *it, PyObject *value, int64_t *to) {
    int over = 1;
    if (PyLong_CheckExact(value)) *to = PyLong_AsLongLongAndOverflow(value, &over);
    if (!over) return *to == -1 && PyErr_Occurred() ? -1 : 0;
    PyObject *converted = PyObject_CallFunctionObjArgs(convert_integer, it->name, value, NULL);
    if (!converted) return -1;
    *to = PyLong_AsLongLong(converted);
    Py_DECREF(converted);
    return *to == -1 && PyErr_Occurred() ? -1 : 0;
}

static int pass_real(const item *it, PyObject *value, double *to) {
    if (PyFloat_CheckExact(value)) {
        *to = PyFloat_AsDouble(value);
        return 0;
    }
    PyObject *converted = PyObject_CallFunctionObjArgs(convert_real, it->name, value, NULL);
    if (!converted) return -1;
    *to = PyFloat_AsDouble(converted);
    Py_DECREF(converted);
    return *to == -1 && PyErr_Occurred() ? -1 : 0;
}

static int pass_truth(const item *it, PyObject *value, bool *to) {
    if (value == Py_True || value == Py_False) {
        *to = value == Py_True;
        return 0;
    }
    PyObject *converted = PyObject_CallFunctionObjArgs(convert_truth, it->name, value, NULL);
    if (!converted) return -1;
    *to = converted == Py_True;
    Py_DECREF(converted);
    return 0;
}

/* pass puts an item into words, and buffers into views; it returns how many words, or -1. */
static int pass(const item *it, PyObject *value, word *w, Py_buffer *views, int *used) {
    if (!it->count) {
        int failed;
        int64_t whole = 0;
        switch (*it->codes) {
        case 'd': failed = pass_real(it, value, &w->d); break;
        case '?': failed = pass_truth(it, value, &w->t); break;
        case 'b': failed = pass_whole(it, value, &whole); w->b = (int8_t)whole; break;
        default: failed = pass_whole(it, value, &w->q);
        }
        return failed ? -1 : 1;
    }
    if (value == absent) {
        for (int i = 0; i < it->count; i++) w[i].p = NULL;
        for (int k = 0; k < it->rank; k++) w[it->count + k].q = 0;
        return it->count + it->rank;
    }
    for (int i = 0; i < it->count; i++) {
        PyObject *array = it->count > 1 ? PyTuple_GetItem(value, i) : value;
        Py_buffer *view = views + *used;
        if (!array || pass_array(it, it->codes[i], array, view)) return -1;
        ++*used;
        w[i].p = view->buf;
        for (int k = 0; k < it->rank; k++) w[it->count + k].q = view->shape[k];
    }
    return it->count + it->rank;
}

/* take makes the values of an item of a result. Its arrays are a workspace's, which lends
   them, or else are no longer in words then. */
static PyObject *take(const item *it, word *w, bool lent) {
    if (!it->count) {
        switch (*it->codes) {
        case 'd': return PyFloat_FromDouble(w->d);
        case '?': return PyBool_FromLong(w->t);
        case 'b': return PyLong_FromLong(w->b);
        default: return PyLong_FromLongLong(w->q);
        }
    }
    PyObject *parts = it->count > 1 ? PyTuple_New(it->count) : NULL;
    if (it->count > 1 && !parts) return NULL;
    for (int i = 0; i < it->count; i++) {
        void *start = w[i].p;
        if (!lent) w[i].p = NULL;
        PyObject *array = lent ? copy_array(it->codes[i], start, w + it->count, it->rank) : own_array(it->codes[i], start, w + it->count, it->rank);
        if (!parts) return array;
        if (!array) {
            Py_DECREF(parts);
            return NULL;
        }
        PyTuple_SetItem(parts, i, array);
    }
    return parts;
}

/* taken makes all results. */
static PyObject *taken(const entry *e, word *w, bool lent) {
    PyObject *all = e->group_count == 1 ? NULL : PyTuple_New(e->group_count), *one = NULL;
    if (e->group_count != 1 && !all) return NULL;
    const item *it = e->out;
    for (Py_ssize_t g = 0; g < e->group_count; g++) {
        PyTypeObject *class = e->group[g].class;
        PyObject *fields = NULL;
        if (class && !(fields = class->tp_alloc(class, e->group[g].count))) goto fail;
        for (Py_ssize_t i = 0; i < e->group[g].count; i++, it++) {
            if (!(one = take(it, w, lent))) {
                Py_XDECREF(fields);
                goto fail;
            }
            if (fields) PyTuple_SET_ITEM(fields, i, one);
            w += it->count ? it->count + it->rank : 1;
        }
        if (fields) one = fields;
        if (!all) return one;
        PyTuple_SET_ITEM(all, g, one);
    }
    return all;
fail:
    Py_XDECREF(all);
    return NULL;
}

static PyObject *raise(const entry *e, const pc_error *error, int64_t done) {
    PyObject *raised = PyObject_CallFunction(make_error, "OiiiyL", e->file, error->file, error->line, error->column, error->text, e->half == BATCH ? (long long)done : -1);
    if (raised) PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
    Py_XDECREF(raised);
    return NULL;
}

static void release_rest(const entry *e, word *w) {
    for (const item *it = e->out; it < e->out + e->outs; w += it->count ? it->count + it->rank : 1, it++)
        for (int i = 0; i < it->count; i++)
            if (w[i].p) release(w[i].p);
}

/* are_large says that an array among the results is so large that copying it would cost more
   than a workspace spares. */
static bool are_large(const entry *e, const word *w) {
    enum { LARGE = 1 << 18 };
    for (const item *it = e->out; it < e->out + e->outs; w += it->count ? it->count + it->rank : 1, it++)
        for (int i = 0; i < it->count; i++)
            if (bytes_of(it->codes[i], w + it->count, it->rank) >= LARGE) return true;
    return false;
}

/* passed_trace is the trace that a reverse pass is given. */
static trace *passed_trace(PyObject *given) {
    if (Py_TYPE(given) != trace_type) {
        PyErr_SetString(PyExc_TypeError, "a trace is wanted");
        return NULL;
    }
    trace *t = (trace *)given;
    if (!t->space.workspace) {
        PyErr_SetString(PyExc_RuntimeError, "reverse has taken the trace already: forward makes another one");
        return NULL;
    }
    return t;
}

/* call calls an entry; a reverse pass is given the trace before what is passed, and a forward
   pass returns one behind what else it returns. */
static PyObject *call(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    entry *e = PyCapsule_GetPointer(self, NULL);
    if (!e) return NULL;
    if (count != e->ins + (e->half == REVERSE)) return PyErr_Format(PyExc_TypeError, "%zd arguments are wanted, not %zd", e->ins + (e->half == REVERSE), count);
    word words[e->words + e->places + 1], *at = words;
    Py_buffer own[e->views + 1], *views = own;
    int own_used = 0, *used = &own_used;
    trace *left = NULL, *t = NULL;
    PyObject *result = NULL;
    if (e->half == REVERSE) args++;
    if (e->half == FORWARD) {
        if (!(left = trace_new(e->views))) return NULL;
        views = left->views, used = &left->used;
    }
    for (Py_ssize_t i = 0; i < e->ins; i++) {
        int n = pass(e->in + i, args[i], at, views, used);
        if (n < 0) goto done;
        at += n;
    }
    /* No other thread runs from here on until the trace is without its workspace. */
    if (e->half == REVERSE && !(t = passed_trace(args[-1]))) goto done;
    space s = t ? t->space : e->large && e->half == WHOLE ? (space){NULL, 0} : borrow();
    if (t) t->space.workspace = NULL;
    pc_error error;
    int kind;
    Py_BEGIN_ALLOW_THREADS
    kind = e->call(e->function, words, s.workspace, &error);
    Py_END_ALLOW_THREADS
    if (s.size < error.peak) s.size = error.peak;
    if (t) release_views(t->views, &t->used);
    if (kind) {
        result = raise(e, &error, e->places ? at->q : 0);
    } else {
        e->large = are_large(e, at);
        result = taken(e, at, s.workspace);
        if (!result && !s.workspace) release_rest(e, at);
    }
    if (left) left->space = s;
    else give_back(s);
    if (left && result) {
        PyObject *both = PyTuple_Pack(2, result, left);
        Py_DECREF(result);
        result = both;
    }
done:
    release_views(own, &own_used);
    Py_XDECREF(left);
    return result;
}

static PyMethodDef call_method = {"entry", (PyCFunction)(void (*)(void))call, METH_FASTCALL, NULL};

/* read_item reads the text of an item, and counts its words and its arrays. */
static int read_item(PyObject *text, PyObject *name, item *it, int *words, int *arrays) {
    it->codes = PyUnicode_AsUTF8(text);
    it->name = name;
    if (!it->codes) return -1;
    size_t letters = strspn(it->codes, "dq?b");
    it->rank = atoi(it->codes + letters);
    it->count = it->rank ? (int)letters : 0;
    *words += it->rank ? it->count + it->rank : 1;
    *arrays += it->count;
    return 0;
}

static void *library;

static void entry_free(PyObject *capsule) {
    entry *e = PyCapsule_GetPointer(capsule, NULL);
    Py_DECREF(e->file), Py_DECREF(e->given), Py_DECREF(e->made), Py_DECREF(e->groups);
    PyMem_Free(e);
}

/* read_entry reads what an entry takes and returns, and finds its function. */
static int read_entry(entry *e, const char *symbol) {
    for (Py_ssize_t i = 0; i < e->ins; i++) {
        PyObject *pair = PyTuple_GetItem(e->given, i), *text, *name;
        if (!PyArg_ParseTuple(pair, "OO", &text, &name) || read_item(text, name, e->in + i, &e->words, &e->views)) return -1;
    }
    int arrays = 0;
    for (Py_ssize_t i = 0; i < e->outs; i++)
        if (read_item(PyTuple_GetItem(e->made, i), NULL, e->out + i, &e->places, &arrays)) return -1;
    for (Py_ssize_t i = 0; i < e->group_count; i++) {
        PyObject *class;
        if (!PyArg_ParseTuple(PyTuple_GetItem(e->groups, i), "On", &class, &e->group[i].count)) return -1;
        e->group[i].class = class == Py_None ? NULL : (PyTypeObject *)class;
    }
    for (const function *f = functions; f->symbol; f++)
        if (!strcmp(f->symbol, symbol)) e->call = f->call;
    e->function = dlsym(library, symbol);
    if (e->call && e->function) return 0;
    PyErr_Format(PyExc_ImportError, "there is no %s in the library", symbol);
    return -1;
}

/* entry(symbol, file, given, made, groups, half): a function of the library, of items; see _values.py. */
static PyObject *make_entry(PyObject *module, PyObject *args) {
    const char *symbol, *half;
    PyObject *file, *given, *made, *groups;
    if (!PyArg_ParseTuple(args, "sOO!O!O!s", &symbol, &file, &PyTuple_Type, &given, &PyTuple_Type, &made, &PyTuple_Type, &groups, &half)) return NULL;
    Py_ssize_t ins = PyTuple_Size(given), outs = PyTuple_Size(made), group_count = PyTuple_Size(groups);
    entry *e = PyMem_Calloc(1, sizeof *e + (size_t)(ins + outs) * sizeof(item) + (size_t)group_count * sizeof(group));
    if (!e) return PyErr_NoMemory();
    e->half = !strcmp(half, "forward") ? FORWARD : !strcmp(half, "reverse") ? REVERSE : !strcmp(half, "batch") ? BATCH : WHOLE;
    e->file = file, e->given = given, e->made = made, e->groups = groups;
    e->ins = ins, e->outs = outs, e->group_count = group_count;
    e->in = (item *)(e + 1), e->out = e->in + ins, e->group = (group *)(e->out + outs);
    PyObject *self = PyCapsule_New(e, NULL, entry_free);
    if (!self) {
        PyMem_Free(e);
        return NULL;
    }
    /* All of it lives as long as the function. */
    Py_INCREF(file), Py_INCREF(given), Py_INCREF(made), Py_INCREF(groups);
    PyObject *function = read_entry(e, symbol) ? NULL : PyCFunction_New(&call_method, self);
    Py_DECREF(self);
    return function;
}

/* open(path, values, error): opens the library; values is _values.py, error makes an Error. */
static PyObject *open_library(PyObject *module, PyObject *args) {
    PyObject *path, *values, *error, *dtypes;
    if (!PyArg_ParseTuple(args, "O&OO", PyUnicode_FSConverter, &path, &values, &error)) return NULL;
    library = dlopen(PyBytes_AsString(path), RTLD_NOW | RTLD_LOCAL);
    Py_DECREF(path);
    if (!library) return PyErr_Format(PyExc_ImportError, "%s", dlerror());
    release = (void (*)(void *))dlsym(library, "pc_release");
    workspace_new = (void *(*)(void))dlsym(library, "pc_workspace_new");
    workspace_free = (void (*)(void *))dlsym(library, "pc_workspace_free");
    threads = (int (*)(int))dlsym(library, "pc_threads");
    absent = PyObject_GetAttrString(values, "ABSENT");
    convert_array = PyObject_GetAttrString(values, "array");
    convert_real = PyObject_GetAttrString(values, "real");
    convert_integer = PyObject_GetAttrString(values, "integer");
    convert_truth = PyObject_GetAttrString(values, "truth");
    PyObject *numpy = PyImport_ImportModule("numpy");
    ndarray = numpy ? PyObject_GetAttrString(numpy, "ndarray") : NULL;
    empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_XDECREF(numpy);
    dtypes = PyObject_GetAttrString(values, "DTYPES");
    if (!release || !workspace_new || !workspace_free || !threads || !absent || !convert_array || !convert_real || !convert_integer || !convert_truth || !ndarray || !empty || !dtypes) return NULL;
    Py_INCREF(error);
    make_error = error;
    dtype_d = PyMapping_GetItemString(dtypes, "d");
    dtype_q = PyMapping_GetItemString(dtypes, "q");
    dtype_t = PyMapping_GetItemString(dtypes, "?");
    dtype_b = PyMapping_GetItemString(dtypes, "b");
    Py_DECREF(dtypes);
    if (!dtype_d || !dtype_q || !dtype_t || !dtype_b) return NULL;
    Py_RETURN_NONE;
}

/* threads(n): how many threads share a call from now on; as many as before if n is 0. */
static PyObject *share(PyObject *module, PyObject *args) {
    int n;
    return PyArg_ParseTuple(args, "i", &n) ? PyLong_FromLong(threads(n)) : NULL;
}

static PyMethodDef methods[] = {
    {"open", open_library, METH_VARARGS, NULL},
    {"threads", share, METH_VARARGS, NULL},
    {"entry", make_entry, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, methods, NULL, NULL, NULL, NULL};

__attribute__((visibility("default"))) PyMODINIT_FUNC PyInit__native(void) { /* which 3.8 does not export */
    if (!memory_type && !(memory_type = (PyTypeObject *)PyType_FromSpec(&memory_spec))) return NULL;
    memory_type->tp_as_buffer->bf_getbuffer = memory_buffer; /* for which 3.8 has no slot */
    if (!trace_type && !(trace_type = (PyTypeObject *)PyType_FromSpec(&trace_spec))) return NULL;
    return PyModule_Create(&definition);
}
