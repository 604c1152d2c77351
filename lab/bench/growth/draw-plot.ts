/** One line of a plot: what it is called and its height at each size. A height that is not known is left out. */
export type PlotLine = { name: string; mayGrow: boolean; values: number[] };
export type PlotPanel = { title: string; lines: PlotLine[] };

// The shop's own colours, from storefront/app/tokens.css.
const PAPER = '#f4efe5';
const LIFT = '#fdfbf6';
const RULE = '#dcd3c2';
const INK = '#17301f';
const SOFT = '#4b5b4e';
const LINES = ['#1e4a30', '#f2a51f', '#8a3b2e', '#5f8f6b', '#8a4f00', '#7f8571', '#d98a73', '#17301f', '#b9c48f'];

const WIDE = { panel: 620, plot: 330, left: 62, label: 13 };
const HIGH = { head: 96, panel: 400, plot: 300, top: 52, foot: 20, label: 17 };

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (value: number) => Number(value.toFixed(1));
const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escapeText(words)}</text>`;

const nameMs = (ms: number) => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);
const nameSize = (size: number) => size.toLocaleString('en-GB');

/** Labels keep their order and never stand closer than a line of text, around where their lines end. */
function spread(wanted: number[], bottom: number): number[] {
  const order = wanted.map((_, place) => place).toSorted((left, right) => (wanted[left] ?? 0) - (wanted[right] ?? 0));
  const placed = [...wanted];
  let above = Number.NEGATIVE_INFINITY;
  for (const place of order) {
    above = Math.max(placed[place] ?? 0, above + HIGH.label);
    placed[place] = above;
  }
  let below = bottom + HIGH.label;
  for (const place of order.toReversed()) {
    below = Math.min(placed[place] ?? 0, below - HIGH.label);
    placed[place] = below;
  }
  return placed;
}

/** Panels two by two, with sizes to the right and milliseconds upwards, both by powers of ten, the same in every panel. */
export function drawPlot(panels: PlotPanel[], sizes: number[]): string {
  const known = panels.flatMap(({ lines }) => lines.flatMap(({ values }) => values.filter(Number.isFinite)));
  const lowest = Math.floor(Math.log10(Math.min(...known)));
  const highest = Math.ceil(Math.log10(Math.max(...known)));
  const toY = (ms: number) => HIGH.top + HIGH.plot * (1 - (Math.log10(ms) - lowest) / (highest - lowest));
  const [first = 1, last = 10] = [sizes[0], sizes.at(-1)].map((size) => Math.log10(size ?? 1));
  const toX = (size: number) => WIDE.left + (WIDE.plot * (Math.log10(size) - first)) / (last - first);

  const drawGrid = () => {
    const powers = Array.from({ length: highest - lowest + 1 }, (_, place) => 10 ** (lowest + place));
    const end = WIDE.left + WIDE.plot;
    const across = powers.map(
      (ms) =>
        `<path d="M${WIDE.left} ${round(toY(ms))}H${end}" stroke="${RULE}"/>${text(WIDE.left - 8, toY(ms) + 4, nameMs(ms), 'class="axis" text-anchor="end"')}`,
    );
    const upwards = sizes.map((size) =>
      text(toX(size), HIGH.top + HIGH.plot + 22, nameSize(size), 'class="axis" text-anchor="middle"'),
    );
    return [...across, ...upwards].join('');
  };

  const drawLine = ({ name, mayGrow, values }: PlotLine, place: number, labelY: number) => {
    const colour = LINES[place % LINES.length];
    const points = values.flatMap((ms, at) =>
      Number.isFinite(ms) ? [`${round(toX(sizes[at] ?? 1))} ${round(toY(ms))}`] : [],
    );
    const dots = points.map((point) => `<circle cx="${point.replace(' ', '" cy="')}" r="3" fill="${colour}"/>`);
    const [endX = 0, endY = 0] = (points.at(-1) ?? '').split(' ').map(Number);
    const labelX = WIDE.left + WIDE.plot + 26;
    return [
      `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2"${mayGrow ? ' stroke-dasharray="6 4"' : ''}/>`,
      ...dots,
      `<path d="M${endX + 6} ${endY}L${labelX - 5} ${round(labelY)}" stroke="${colour}" stroke-opacity="0.6"/>`,
      `<circle cx="${labelX}" cy="${round(labelY)}" r="4" fill="${colour}"/>`,
      text(labelX + 10, labelY + 4, name, 'class="label"'),
    ].join('');
  };

  const drawPanel = ({ title, lines }: PlotPanel, place: number) => {
    const ends = lines.map(({ values }) => toY(values.findLast(Number.isFinite) ?? 10 ** lowest));
    const labels = spread(ends, HIGH.top + HIGH.plot);
    const x = (place % 2) * WIDE.panel;
    const y = HIGH.head + Math.floor(place / 2) * HIGH.panel;
    return [
      `<g transform="translate(${x} ${y})">`,
      text(WIDE.left, 30, title, 'class="title"'),
      `<rect x="${WIDE.left}" y="${HIGH.top}" width="${WIDE.plot}" height="${HIGH.plot}" fill="${LIFT}"/>`,
      drawGrid(),
      ...lines.map((line, at) => drawLine(line, at, labels[at] ?? 0)),
      '</g>',
    ].join('');
  };

  const width = 2 * WIDE.panel + 20;
  const height = HIGH.head + Math.ceil(panels.length / 2) * HIGH.panel + HIGH.foot;
  const sans = 'font-family: Figtree, system-ui, sans-serif';
  const serif = 'font-family: Fraunces, Georgia, serif';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Processor time of each call by the number of products and orders">
<style>.axis { ${sans}; font-size: 12px; fill: ${SOFT} } .label { ${sans}; font-size: ${WIDE.label}px; fill: ${INK} } .title { ${serif}; font-size: 20px; fill: ${INK} } .head { ${serif}; font-size: 28px; fill: ${INK} } .words { ${sans}; font-size: 14px; fill: ${SOFT} }</style>
<rect width="${width}" height="${height}" fill="${PAPER}"/>
${text(WIDE.left, 50, 'What a call costs as the shop grows', 'class="head"')}
${text(WIDE.left, 76, 'Processor time of shop and PostgreSQL for one call, by the number of products and of orders. Solid: must stay flat. Dashed: may grow.', 'class="words"')}
${panels.map(drawPanel).join('\n')}
</svg>
`;
}
