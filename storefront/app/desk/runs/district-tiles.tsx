import { Form } from 'react-router';
import type { Deliveries, Run } from '#contract/runs.ts';
import { closeMenu, closeOnEscape } from './close-menu.ts';

type Tile = { district: string; stops: number; runs: Run[] };

/** A run has one of these looks, so that its districts are seen at a glance; its number stands beside. */
export const lookOf = (number: number) => LOOKS[(number - 1) % LOOKS.length];
const LOOKS = [
  'border-2 border-leaf-700 bg-sage',
  'border-2 border-dashed border-marigold-ink bg-tint',
  'border-2 border-leaf-700 bg-leaf-700 text-on-leaf',
];

/** What a press unfolds. The tabs of a phone lie over the lower edge. */
export const UNFOLDED =
  'absolute scroll-mb-20 z-9 grid gap-2 w-max min-w-45 p-3.5 rounded-soft bg-lift shadow-[0_12px_32px_rgb(23_48_31/0.24)]';

/** Where the stops of the day go. A tile opens the runs that its stops can be put on. */
export function DistrictTiles({ data }: { data: Deliveries }) {
  const tiles = listTiles(data);
  const open = data.runs.filter(({ left_at }) => !left_at);
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="where">
      <h2 className="text-[1rem]/[1.3] font-semibold" id="where">
        Where they go
      </h2>
      <p className="text-soft">Press a district to put it on another run.</p>
      <ul className="dl-tiles mt-3.5 max-bench:max-w-105">
        {tiles.map(({ district, stops, runs }) => (
          <li key={district}>
            <details className="relative" name="district" onKeyDown={closeOnEscape}>
              <summary
                className={`relative grid place-content-center aspect-square rounded-soft leading-[1.2] text-center cursor-pointer list-none [&::-webkit-details-marker]:hidden ${runs.length === 1 && runs[0] ? lookOf(runs[0].number) : 'border border-dashed border-control'}`}
              >
                <b>{district || '?'}</b>
                <span>
                  {stops} <span className="sr-only">{stops === 1 ? 'stop' : 'stops'}</span>
                </span>
                <span className="absolute top-0.75 right-1.75 text-[0.875rem]/[18px] font-bold">
                  {runs.map(({ id, number }) => (
                    <span key={id}>
                      <span className="sr-only">on run</span> {number}{' '}
                    </span>
                  ))}
                </span>
              </summary>
              <Form method="post" className={UNFOLDED} preventScrollReset onSubmit={closeMenu}>
                <input type="hidden" name="do" value="put" />
                <input type="hidden" name="day" value={data.day} />
                <input type="hidden" name="districts" value={district} />
                <p>
                  <b>Put {district || 'them'} on</b>
                </p>
                {open.map(({ id, number }) => (
                  <button key={id} type="submit" name="run" value={id} className="desk-button line">
                    Run {number}
                  </button>
                ))}
                {open.length === 0 && <p className="text-soft">Make a run first.</p>}
              </Form>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Districts of everything that a van brings, by name. Those without a postcode come last. */
function listTiles({ runs, without_run }: Deliveries): Tile[] {
  const all = [
    ...runs.flatMap((run) => run.stops.map(({ district }) => ({ district, run: run as Run | undefined }))),
    ...without_run.map(({ district }) => ({ district, run: undefined })),
  ];
  const byName = new Intl.Collator('en-GB', { numeric: true });
  return [...Map.groupBy(all, ({ district }) => district)]
    .map(([district, stops]) => ({
      district,
      stops: stops.length,
      runs: [...new Set(stops.flatMap(({ run }) => run ?? []))],
    }))
    .filter(({ district }) => district !== '')
    .toSorted((a, b) => byName.compare(a.district, b.district));
}
