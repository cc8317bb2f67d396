/** Compares the words of this Node's `Intl.Segmenter` with those of other versions of Node (`--node`) and of Chromium. */
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import { declarationIn, WITHOUT_SPACES, type Script } from '../corpus/declaration.ts';
import { percent, toMeasure, type Measure } from '../measure.ts';
import { otherSegmenters, segmentsOf, type Segmenter } from '../segmenters.ts';
import { RUN, sampled, wordQueries, type WordQuery } from '../word-queries.ts';

interface SegmentersOptions {
  readonly nodes: readonly string[];
  readonly queries: number;
}

/** An index of this Node's words, searched by those of another program: recall, where pairs have no such loss. */
export async function measureSegmenters({ nodes, queries: most }: SegmentersOptions): Promise<readonly Measure[]> {
  const others = await otherSegmenters(nodes);
  const measures: Measure[] = [];
  for (const script of WITHOUT_SPACES) {
    const texts = declarationIn(script).map(foldPlain);
    const runs = texts.flatMap((text) => Array.from(text.matchAll(RUN), ([run]) => run));
    const queries = [1, 2, 3].flatMap((count) => sampled(wordQueries(texts, count), most * 5));
    for (const other of others) measures.push(...(await compared(script, other, { texts, runs, queries })));
  }
  return measures;
}

interface Given {
  readonly texts: readonly string[];
  readonly runs: readonly string[];
  readonly queries: readonly WordQuery[];
}

async function compared(
  script: Script,
  other: Segmenter,
  { texts, runs, queries }: Given,
): Promise<readonly Measure[]> {
  const indexed = texts.map((text) => joined(Array.from(text.matchAll(RUN), ([run]) => segmentsOf(run)).flat()));
  const [theirRuns, theirQueries] = [await other.words(runs), await other.words(queries.map(({ text }) => text))];
  const equal = runs.filter((run, place) => joined(segmentsOf(run)) === joined(theirRuns[place] ?? [])).length;
  const recall = (words: (place: number, text: string) => readonly string[]) => {
    let [wanted, hits] = [0, 0];
    for (const [place, { text, places }] of queries.entries()) {
      const asked = joined(words(place, text));
      wanted += places.size;
      hits += [...places].filter((one) => indexed[one]?.includes(asked)).length;
    }
    return percent(hits, wanted);
  };
  const own = recall((_, text) => segmentsOf(text));
  const theirs = recall((place) => theirQueries[place] ?? []);
  return [
    toMeasure(
      `word breaks: lines with the same words, ${script}`,
      [[100, percent(equal, runs.length)]],
      null,
      '%',
      other.name,
    ),
    toMeasure(
      `word breaks: texts found with the words of another program, ${script}`,
      [[own, theirs]],
      null,
      '%',
      other.name,
    ),
  ];
}

/** Signs between and around the words, so that a text includes only whole words. */
function joined(words: readonly string[]): string {
  return `|${words.join('|')}|`;
}
