# Reads files with Elixir's parser, and prints each with the files whose modules it names, as a line of JSON.
defmodule Names do
  # The modules that a file declares, and those that it names.
  def read(ast) do
    {declared, named, _} = walk(ast, [], {[], [], %{}})
    {Enum.uniq(declared), Enum.uniq(named)}
  end

  defp walk({kind, _, [{:__aliases__, _, parts} | rest]}, home, {declared, named, aliases})
       when kind in [:defmodule, :defprotocol] do
    name = home ++ expand(parts, home, if(home == [], do: aliases, else: %{}))
    inner = if home == [], do: aliases, else: Map.put(aliases, hd(parts), home ++ [hd(parts)])
    # Aliases end with the module.
    {declared, named, _} = walk(rest, name, {[name | declared], named, inner})
    {declared, named, inner}
  end

  defp walk({:alias, _, [{{:., _, [base, :{}]}, _, members}]}, home, state) do
    Enum.reduce(members, state, fn {:__aliases__, _, parts}, {declared, named, aliases} ->
      name = full(base, home, aliases) ++ parts
      {declared, [name | named], Map.put(aliases, List.last(parts), name)}
    end)
  end

  defp walk({:alias, _, [{:__aliases__, _, parts} = target | options]}, home, {declared, named, aliases}) do
    name = full(target, home, aliases)

    short =
      case options do
        [[as: {:__aliases__, _, [as]}]] -> as
        _ -> List.last(parts)
      end

    {declared, [name | named], Map.put(aliases, short, name)}
  end

  defp walk({:__aliases__, _, _} = target, home, {declared, named, aliases}),
    do: {declared, [full(target, home, aliases) | named], aliases}

  defp walk({form, _, arguments}, home, state), do: walk(arguments, home, walk(form, home, state))
  defp walk({left, right}, home, state), do: walk(right, home, walk(left, home, state))
  defp walk(list, home, state) when is_list(list), do: Enum.reduce(list, state, &walk(&1, home, &2))
  defp walk(_, _, state), do: state

  defp full({:__aliases__, _, parts}, home, aliases), do: expand(parts, home, aliases)
  defp full({:__MODULE__, _, _}, home, _), do: home
  defp full(_, _, _), do: []

  defp expand([{:__MODULE__, _, _} | rest], home, _), do: home ++ rest
  defp expand([:"Elixir" | rest], _, _), do: rest
  defp expand([first | rest], _, aliases), do: Map.get(aliases, first, [first]) ++ rest
end

[root] = System.argv()
files = IO.stream(:stdio, :line) |> Enum.map(&String.trim_trailing(&1, "\n"))

read =
  for file <- files,
      {:ok, ast} <- [Code.string_to_quoted(File.read!(Path.join(root, file)), emit_warnings: false)],
      do: {file, Names.read(ast)}

homes =
  for {file, {declared, _}} <- read, name <- declared, reduce: %{} do
    homes -> Map.update(homes, name, [file], &[file | &1])
  end

for {file, {_, named}} <- read do
  # A module that several files declare, such as one in tests, counts if the file itself does not declare it.
  targets = for name <- named, [target] <- [Map.get(homes, name, [])], uniq: true, do: target
  IO.puts(inspect([file, targets], limit: :infinity, printable_limit: :infinity, width: :infinity))
end
