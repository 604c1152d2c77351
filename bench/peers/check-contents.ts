import type { Bouquet } from './bouquets.ts';
import type { Call, Subject } from './calls.ts';
import { openWire, type Reply } from './wire.ts';

/** So many bouquets an answer must name at least: an empty one would be cheap. */
const FEWEST: Partial<Record<Call, number>> = { 'list of 24': 24, detail: 1, 'substring search': 1 };
const LOOKS = 3;

/** Throws unless the subject answers with bouquets, and not with an empty page. */
export async function checkContents(subject: Subject, bouquets: Bouquet[]): Promise<void> {
  const wire = openWire(subject.url);
  try {
    for (const [call, fewest] of Object.entries(FEWEST) as [Call, number][]) {
      const act = await subject.visit(call, wire);
      for (let look = 0; act && look < LOOKS; look++) {
        const text = ((await act()) as Pick<Reply, 'body'>).body.toString();
        const named = bouquets.filter(({ name }) => text.includes(JSON.stringify(name))).length;
        if (named < fewest) throw new Error(`${subject.name}, ${call}: ${named} bouquets. ${text.slice(0, 300)}`);
      }
    }
  } finally {
    wire.close();
  }
}
