package form

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for _, text := range []string{
		"_", "{focal}", "{rotation,focal}", "{at:{u,v},id}", "<Circle/1|Box/2|Point/0>", "<Leaf/1:{x,y}|Node/2:(_,{a,b})>", "({a,b},_)", "[{a,b}]", "2*{rotation,focal}", "{cs:1*{a,b},x}",
	} {
		f, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, f.Text())
	}
	for _, text := range []string{"", "x", "{}", "{a", "{a,}", "<A>", "<A/x>", "<A/-1>", "()", "[_", "0*_", "1*", "_ ", "(_,_)x"} {
		_, err := Parse(text)
		assert.Error(t, err, text)
	}
}
