// Prints, for each file named on standard input, its package and what it imports, as a line of JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"strconv"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		file, err := parser.ParseFile(token.NewFileSet(), lines.Text(), nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		var imports []string
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			imports = append(imports, path)
		}
		text, _ := json.Marshal(map[string]any{"file": lines.Text(), "name": file.Name.Name, "imports": imports})
		fmt.Println(string(text))
	}
}
