# Prints, for each file named on standard input, the files it requires, as a line of JSON.
require 'json'
require 'ripper'

root = File.realpath(ARGV[0])
files = $stdin.read.split("\n")
LIBRARIES = Dir.glob(File.join(root, '**/{lib,test,spec,ext,src}')).select { |path| File.directory?(path) }.sort_by(&:length)
OTHERS = Dir.glob(File.join(root, 'app/*')) + [root]

def calls(node, &block)
  return unless node.is_a?(Array)

  name = node[1]
  block.call(name[1], node[2]) if %i[command method_add_arg].include?(node[0]) && name.is_a?(Array) && name[0] == :@ident
  block.call(name[1][1], node[2]) if node[0] == :method_add_arg && name.is_a?(Array) && name[0] == :fcall
  node.each { |child| calls(child, &block) }
end

def literals(node, found = [])
  return found unless node.is_a?(Array)

  if node[0] == :string_literal
    content = node[1]
    found << content[1][1] if content.is_a?(Array) && content.length == 2 && content[1][0] == :@tstring_content
    return found
  end
  node.each { |child| literals(child, found) }
  found
end

def on_load_path(name, from)
  name += '.rb' unless name.end_with?('.rb')
  near, far = LIBRARIES.partition { |library| from.start_with?(File.dirname(library)) }
  (near.reverse + OTHERS + far).map { |library| File.join(library, name) }.find { |path| File.file?(path) }
end

files.each do |file|
  path = File.join(root, file)
  tree = Ripper.sexp(File.read(path, encoding: 'UTF-8'))
  next if tree.nil?

  found = []
  calls(tree) do |method, arguments|
    name = literals(arguments).last
    next if name.nil?

    case method
    when 'require_relative'
      base = File.expand_path(name, File.dirname(path))
      found << [base, "#{base}.rb"].find { |each| File.file?(each) }
    when 'require', 'load', 'autoload'
      beside = File.expand_path("#{name}.rb", File.dirname(path))
      found << (on_load_path(name, path) || (File.file?(beside) ? beside : nil))
    end
  end
  puts JSON.generate([file, found.compact.uniq.map { |each| each.delete_prefix("#{root}/") }])
end
