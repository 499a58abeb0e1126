package procad_test

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oldGo is a go that knows neither the newer form of go.mod nor toolchains.
const oldGo = `#!/bin/sh
case $1 in
version) echo "go version go1.19.8 linux/amd64" ;;
*) echo "go: errors parsing go.mod" >&2; exit 1 ;;
esac
`

// toolsFolder has the tools that scripts need before they need a Go, and the given files.
func toolsFolder(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for _, tool := range []string{"sh", "dirname", "sed"} {
		path, err := exec.LookPath(tool)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(dir, tool)))
	}
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	return dir
}

// wantedGo is the version of Go that go.mod asks for.
func wantedGo(t *testing.T) string {
	module, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(module)
	require.NotNil(t, found)
	return string(found[1])
}

// TestScriptsNeedGo says that every script answers a Go that is missing, too old or not allowed to fetch another one in one line, and does nothing else.
func TestScriptsNeedGo(t *testing.T) {
	entries, err := os.ReadDir("scripts")
	require.NoError(t, err)
	wanted := wantedGo(t)
	install := "install Go 1.21 or newer from https://go.dev/dl, which fetches Go " + wanted + " by itself\n"
	local := strings.NewReplacer("go1.19.8", "go1.21.13", "errors parsing go.mod", "go.mod requires go >= "+wanted,
		"*)", "env) echo local ;;\n*)").Replace(oldGo)
	offline := strings.NewReplacer("go1.19.8", "go1.21.13", "version)", "version) [ \"$GOTOOLCHAIN\" = local ] || exit 1;").Replace(oldGo)
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"missing": {nil, "Go is missing: " + install},
		"too old": {map[string]string{"go": oldGo}, "DIR/go is Go 1.19.8, which is too old: " + install},
		"local":   {map[string]string{"go": local}, "DIR/go is Go 1.21.13, and GOTOOLCHAIN=local forbids it to fetch Go " + wanted + ": set GOTOOLCHAIN=auto\n"},
		"offline": {map[string]string{"go": offline}, "DIR/go cannot fetch Go " + wanted + ": install it from https://go.dev/dl\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := toolsFolder(t, test.files)
			scripts := 0
			for _, e := range entries {
				switch e.Name() {
				case "setup.sh", "install", "uninstall": // functions, and what the archive has for machines without Go
					continue
				}
				if strings.HasSuffix(e.Name(), ".go") || e.IsDir() {
					continue
				}
				scripts++
				cmd := exec.Command("sh", filepath.Join("scripts", e.Name()), "none")
				cmd.Env = []string{"PATH=" + dir, "GOROOT=" + dir + "/none"}
				out, err := cmd.CombinedOutput()
				assert.Error(t, err, e.Name())
				assert.Equal(t, strings.ReplaceAll(test.want, "DIR", dir), string(out), e.Name())
			}
			assert.Greater(t, scripts, 10)
		})
	}
}

// TestScriptsFindGo says that scripts take the Go that its installer has put into its folder where that of the PATH is too old.
func TestScriptsFindGo(t *testing.T) {
	dir := toolsFolder(t, map[string]string{"go": oldGo})
	newer := toolsFolder(t, nil)
	require.NoError(t, os.Mkdir(filepath.Join(newer, "bin"), 0o700))
	text := strings.NewReplacer("go1.19.8", "go"+wantedGo(t), "*)", "env) echo auto ;;\n*)").Replace(oldGo)
	require.NoError(t, os.WriteFile(filepath.Join(newer, "bin/go"), []byte(text), 0o700))
	cmd := exec.Command("sh", "-c", ". scripts/setup.sh; need_go; command -v go")
	cmd.Env = []string{"PATH=" + dir, "GOROOT=" + newer}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, newer+"/bin/go\n", string(out))
}

// TestScriptsFetchGo says that the Go of this machine fetches a newer one where go.mod asks for it: a toolchain that prints its version stands in a folder.
func TestScriptsFetchGo(t *testing.T) {
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	const wanted = "1.999.0"
	dir := t.TempDir()
	functions, err := os.ReadFile("scripts/setup.sh")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "setup.sh"), functions, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module procad\n\ngo "+wanted+"\n"), 0o600))

	version := "v0.0.1-go" + wanted + "." + runtime.GOOS + "-" + runtime.GOARCH
	proxy := filepath.Join(dir, "proxy/golang.org/toolchain/@v")
	require.NoError(t, os.MkdirAll(proxy, 0o700))
	archive, err := os.Create(filepath.Join(proxy, version+".zip"))
	require.NoError(t, err)
	z := zip.NewWriter(archive)
	for name, text := range map[string]string{
		"bin/go":         "#!/bin/sh\n[ \"$1\" != version ] || echo go version go" + wanted + " here\n[ \"$1\" != env ] || echo auto\n",
		"bin/gofmt":      "",
		"lib/empty":      "",
		"pkg/tool/empty": "",
	} {
		w, err := z.Create("golang.org/toolchain@" + version + "/" + name)
		require.NoError(t, err)
		_, err = w.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	require.NoError(t, archive.Close())

	cmd := exec.Command("sh", "-c", ". ./setup.sh; need_go; go version")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(command)+":/usr/bin:/bin", "GOTOOLCHAIN=auto", "GOPROXY=file://"+filepath.Join(dir, "proxy"),
		"GOMODCACHE="+filepath.Join(dir, "modules"), "GOSUMDB=off", "GOFLAGS=-modcacherw", "GOWORK=off", "GOENV=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "go: downloading go"+wanted)
	assert.Contains(t, string(out), "\ngo version go"+wanted+" here\n")
}
