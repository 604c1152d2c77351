import { useLayoutEffect, useRef } from 'react';
import type { PrintedOrder } from '#contract/desk-print.ts';
import { SHOP } from '#contract/shop.ts';
import { Marigold } from '../../shell/brand.tsx';
import { classOf, type Fitted, fitNote, tidyNote } from './fit-note.ts';
import { inSheets } from './in-sheets.ts';

const PER_SHEET = 4;
/** What a card has for the note, within 96 × 139 mm. */
const SPACE = { widthMm: 72, heightMm: 100, largest: 15 };

/** Gift cards, four to a sheet, with marks to cut along. Nothing but the note is on them, and the number that finds its bouquet. */
export function CardSheets({ orders }: { orders: readonly PrintedOrder[] }) {
  return (
    <>
      {/* Drawn once, and used by each card. */}
      <svg className="card-mark" aria-hidden="true">
        <symbol id="card-mark">
          <Marigold />
        </symbol>
      </svg>
      {inSheets(orders, PER_SHEET).map((cards) => (
        <section className="a4 cards" key={cards[0]?.id}>
          {cards.map((order) => (
            <Card key={order.id} order={order} />
          ))}
        </section>
      ))}
    </>
  );
}

const CORNERS = ['top left', 'top right', 'bottom left', 'bottom right'];

function Card({ order: { id, district, note, printed } }: { order: PrintedOrder }) {
  return (
    <article className="card">
      {CORNERS.map((corner) => (
        <i key={corner} className={`crop ${corner}`} />
      ))}
      <Note note={note} />
      <footer>
        <svg className="mark" aria-hidden="true">
          <use href="#card-mark" />
        </svg>
        {SHOP.name}
      </footer>
      <small>{[id, district].filter(Boolean).join(' · ')}</small>
      {/* Outside of the cut. */}
      {printed > 0 && <em className="again">Reprint of {id}</em>}
    </article>
  );
}

/** The note word for word. Its size is estimated on the server, and corrected here by the fonts that there are. */
function Note({ note }: { note: string }) {
  const box = useRef<HTMLDivElement>(null);
  const text = tidyNote(note);
  const fitted = fitNote(text, SPACE);
  useLayoutEffect(() => {
    if (box.current) shrinkToFit(box.current, fitted);
  });
  return (
    <div className="note" ref={box}>
      <p dir="auto" className={classOf(fitted)}>
        {text}
      </p>
    </div>
  );
}

/** Takes half a point off until nothing is over the edge. */
function shrinkToFit(box: HTMLElement, { points }: Fitted): void {
  const text = box.firstElementChild as HTMLElement;
  const isOver = () => text.scrollHeight > box.clientHeight + 1 || text.scrollWidth > box.clientWidth + 1;
  let size = points;
  text.style.fontSize = `${size}pt`;
  while (isOver() && size > 3) {
    size -= 0.5;
    text.style.fontSize = `${size}pt`;
  }
}
