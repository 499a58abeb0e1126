/* A program for each row: the value as a C programmer would write it. It is in a
   file with load and run. main.c has the rest. Arrays are row-major, numbers double. */
#ifndef ROWS_H
#define ROWS_H

/* The next argument on standard input. An array begins with its sizes. */
double number(void);
double *vector(int *n);
double *matrix(int *n, int *m);
double *cube(int *n, int *m, int *l);
int *indices(int *n);

/* Memory for n numbers, or the end. */
double *memory(int n);

/* Reads the arguments, in the order of the parameters of the .fun. */
void load(void);

/* Computes the value. */
double run(void);

#endif
