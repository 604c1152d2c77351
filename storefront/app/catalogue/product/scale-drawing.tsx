/** Centimetres: what everyone has in the hand each morning. */
const MUG = { height: 10, body: 8, handle: 3 };
const ROOM = { side: 9, between: 5, above: 1, below: 5 };
const REM_PER_CM = 0.34;

type Measures = { height: number; width: number };

/** A bouquet and a mug, drawn to the same scale: centimetres alone say little to most people. */
export function ScaleDrawing({ height, width, presentation }: Measures & { presentation: string }) {
  const tallest = Math.max(height, MUG.height);
  const ground = ROOM.above + tallest;
  const mugAt = ROOM.side + width + ROOM.between;
  const whole = mugAt + MUG.body + MUG.handle + 1;
  const top = ground - height;
  return (
    <figure className="mt-9 tablet:px-8">
      <h2 className="text-h3">How big it is</h2>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${whole} ${ground + ROOM.below}`}
        width={`${whole * REM_PER_CM}rem`}
        className="mt-4 h-auto max-w-full text-leaf-700"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={`M${ROOM.side - 2} ${ground}H${whole}`} className="text-control" stroke="currentColor" />
        <g transform={`translate(${ROOM.side} ${top})`}>
          <Outline height={height} width={width} presentation={presentation} />
        </g>
        <Mug x={mugAt} ground={ground} />
        <g className="text-soft" stroke="currentColor" strokeWidth="0.24">
          <path d={`M${ROOM.side - 3} ${top}v${height}m-0.9 0h1.8m-1.8 ${-height}h1.8`} />
          <path d={`M${ROOM.side} ${ground + 1.6}h${width}m0 -0.9v1.8m${-width} -1.8v1.8`} />
        </g>
        <g className="num fill-soft" stroke="none" fontSize="2.3" textAnchor="middle">
          <text transform={`translate(${ROOM.side - 4.2} ${top + height / 2}) rotate(-90)`}>{height} cm</text>
          <text x={ROOM.side + width / 2} y={ground + 4.6}>
            {width} cm
          </text>
        </g>
      </svg>
      <figcaption className="mt-3 max-w-[26rem] text-small text-soft">
        About {height} cm tall and {width} cm across, drawn to scale beside a mug of 10 cm.
      </figcaption>
    </figure>
  );
}

function Mug({ x, ground }: { x: number; ground: number }) {
  const top = ground - MUG.height;
  return (
    <g className="text-mute" stroke="currentColor">
      <path d={`M${x} ${top}h${MUG.body}v${MUG.height - 1.5}q0 1.5 -1.5 1.5h${3 - MUG.body}q-1.5 0 -1.5 -1.5z`} />
      <path d={`M${x + MUG.body} ${top + 2}q${MUG.handle} 0 ${MUG.handle} 2.8t${-MUG.handle} 2.8`} />
    </g>
  );
}

type Holder = { rim: number; path: (width: number, height: number) => string };

/**
 * Where the flowers end and what holds them begins, of the whole height; the first whose words stand in the wrapping.
 */
const HOLDERS: (Holder & { words: RegExp })[] = [
  {
    words: /hat box/i,
    rim: 0.56,
    path: (w, h) =>
      `M${0.1 * w} ${0.42 * h}V${0.96 * h}q0 ${0.04 * h} ${0.04 * w} ${0.04 * h}H${0.86 * w}q${0.04 * w} 0 ${0.04 * w} ${-0.04 * h}V${0.42 * h}z`,
  },
  {
    words: /vase|jug|pot\b/i,
    rim: 0.66,
    path: (w, h) =>
      `M${0.3 * w} ${0.56 * h}C${0.24 * w} ${0.74 * h} ${0.26 * w} ${0.9 * h} ${0.36 * w} ${h}H${0.64 * w}C${0.74 * w} ${0.9 * h} ${0.76 * w} ${0.74 * h} ${0.7 * w} ${0.56 * h}z`,
  },
  {
    words: /./,
    rim: 0.62,
    path: (w, h) =>
      `M${0.02 * w} ${0.36 * h}Q${0.5 * w} ${0.62 * h} ${0.98 * w} ${0.36 * h}Q${0.84 * w} ${0.62 * h} ${0.56 * w} ${0.8 * h}L${0.66 * w} ${h}H${0.34 * w}L${0.44 * w} ${0.8 * h}Q${0.16 * w} ${0.62 * h} ${0.02 * w} ${0.36 * h}z`,
  },
];

const around = (howMany: number, out: number) =>
  Array.from({ length: howMany }, (_, place) => {
    const angle = (2 * Math.PI * (place + 0.5)) / howMany;
    return { x: out * Math.cos(angle), y: out * Math.sin(angle) };
  });
/** A dome of heads, those at the edge first: where each stands, from the middle to the edge as 0 to 1. */
const HEADS = [...around(10, 1), ...around(6, 0.52), { x: 0, y: 0 }];

function Outline({ height, width, presentation }: Measures & { presentation: string }) {
  const holder = HOLDERS.find(({ words }) => words.test(presentation)) ?? HOLDERS[0];
  if (!holder) return null;
  const radius = 0.135 * width;
  const [across, down] = [width / 2 - radius, (holder.rim * height) / 2 - radius];
  return (
    <>
      {HEADS.map(({ x, y }, place) => (
        <g
          key={`${x} ${y}`}
          transform={`translate(${width / 2 + x * across} ${(holder.rim * height) / 2 + y * down}) scale(${radius})`}
        >
          <circle r="1" className={place % 3 === 1 ? 'fill-sage' : 'fill-blush'} stroke="none" />
          <path d="M-0.5 0.1a0.5 0.5 0 0 1 1 0M-0.2 0.15a0.22 0.22 0 0 1 0.44 0" strokeWidth="0.09" />
          <circle r="1" strokeWidth="0.1" />
        </g>
      ))}
      <path d={holder.path(width, height)} className="fill-lift" />
    </>
  );
}
