/** Personalized PageRank over the graph of files (Haveliwala, 2002), in both directions of its edges. */
import { runSteps, type Steps } from '../async/steps';
import type { EdgeList } from './edgeList';
import type { FileGraph } from './graph';

const DAMPING = 0.85;
const ROUNDS = 20;
/** The relative weight of walking from a file to those that use it. */
const REVERSE = 0.7;
/** Smaller ranks are not passed on. */
const NEGLIGIBLE = 1e-9;

/** @param seeds the probability that a walk starts at each file; sums to 1, or to 0 if there are no seeds */
export function pageRank(graph: FileGraph, seeds: Float64Array): Float64Array {
  return runSteps(pageRankSteps(graph, seeds));
}

/** `pageRank` in steps of one round. */
export function* pageRankSteps({ uses, usedBy }: FileGraph, seeds: Float64Array): Steps<Float64Array> {
  let ranks = seeds.slice();
  for (let round = 0; round < ROUNDS; round += 1) {
    yield;
    const next = new Float64Array(seeds.length);
    let stuck = 0;
    for (let file = 0; file < ranks.length; file += 1) {
      const rank = ranks[file] ?? 0;
      if (rank < NEGLIGIBLE) continue;
      const total = (uses.sums[file] ?? 0) + REVERSE * (usedBy.sums[file] ?? 0);
      if (total === 0) stuck += rank;
      else {
        passOn(uses, file, rank / total, next);
        passOn(usedBy, file, (REVERSE * rank) / total, next);
      }
    }
    for (let file = 0; file < next.length; file += 1) {
      const seed = seeds[file] ?? 0;
      next[file] = DAMPING * ((next[file] ?? 0) + stuck * seed) + (1 - DAMPING) * seed;
    }
    ranks = next;
  }
  return ranks;
}

function passOn(
  { starts, files, weights }: EdgeList,
  file: number,
  factor: number,
  next: Float64Array,
): void {
  const end = starts[file + 1] ?? 0;
  for (let at = starts[file] ?? 0; at < end; at += 1) {
    const target = files[at] ?? 0;
    next[target] = (next[target] ?? 0) + factor * (weights[at] ?? 0);
  }
}
