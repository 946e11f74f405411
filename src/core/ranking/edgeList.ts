/** Weighted edges between files, in flat arrays. */

/** Edges by file: those of file `at` are at `starts[at]` to `starts[at + 1]`, in the order of their targets. */
export interface EdgeList {
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  readonly weights: Float64Array;
  /** The sum of the edge weights of each file. */
  readonly sums: Float64Array;
}

export interface EdgeWriter {
  /** Adds to the weight of an edge from the current file. */
  add(target: number, weight: number): void;
  /** Keeps the heaviest edges of the current file, without one to itself. Call it for each file in order. */
  finishFile(file: number): void;
  finish(): EdgeList;
}

const MOST_EDGES = 64;

export function createEdgeWriter(files: number): EdgeWriter {
  const starts = new Uint32Array(files + 1);
  const targets: number[] = [];
  const kept: number[] = [];
  /** The edge weights of the current file, by target. */
  const weights = new Float64Array(files);
  let touched: number[] = [];
  return {
    add(target, weight) {
      if (weights[target] === 0) touched.push(target);
      weights[target] = (weights[target] ?? 0) + weight;
    },
    finishFile(file) {
      const edges = touched.filter((target) => target !== file);
      const weightOf = (target: number): number => weights[target] ?? 0;
      if (edges.length > MOST_EDGES) edges.sort((a, b) => weightOf(b) - weightOf(a) || a - b);
      for (const target of edges.slice(0, MOST_EDGES).sort((a, b) => a - b)) {
        targets.push(target);
        kept.push(weightOf(target));
      }
      starts[file + 1] = targets.length;
      for (const target of touched) weights[target] = 0;
      touched = [];
    },
    finish: () => edgeList(starts, Uint32Array.from(targets), Float64Array.from(kept)),
  };
}

/** The same edges, by target. */
export function reversed({ starts, files, weights }: EdgeList): EdgeList {
  const into = new Uint32Array(starts.length);
  for (const target of files) into[target + 1] = (into[target + 1] ?? 0) + 1;
  for (let file = 1; file < into.length; file += 1) into[file] = (into[file] ?? 0) + (into[file - 1] ?? 0);
  const next = into.slice();
  const sources = new Uint32Array(files.length);
  const passed = new Float64Array(files.length);
  for (let from = 0; from + 1 < starts.length; from += 1)
    for (let at = starts[from] ?? 0; at < (starts[from + 1] ?? 0); at += 1) {
      const target = files[at] ?? 0;
      const place = next[target] ?? 0;
      next[target] = place + 1;
      sources[place] = from;
      passed[place] = weights[at] ?? 0;
    }
  return edgeList(into, sources, passed);
}

function edgeList(starts: Uint32Array, files: Uint32Array, weights: Float64Array): EdgeList {
  const sums = new Float64Array(starts.length - 1);
  for (let file = 0; file < sums.length; file += 1) {
    const end = starts[file + 1] ?? 0;
    for (let at = starts[file] ?? 0; at < end; at += 1) sums[file] = (sums[file] ?? 0) + (weights[at] ?? 0);
  }
  return { starts, files, weights, sums };
}
