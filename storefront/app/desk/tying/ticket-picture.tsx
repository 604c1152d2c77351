import { Fragment } from 'react';
import type { Ticket } from '#contract/desk.ts';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { TicketLine } from './ticket-data.ts';

/** The bouquet as it is to look, and what goes around it. */
export function TicketPicture({ ticket, line }: { ticket: Ticket; line: TicketLine }) {
  const facts = [
    ['Wrapping', line.wrapping],
    ['With it', line.extras.join(', ')],
    ['Driver', ticket.driver_note],
    ['Nobody in', ticket.nobody_in && NOBODY_IN_WORDS[ticket.nobody_in]],
  ].filter(([, words]) => words);
  return (
    <figure className="my-0 mr-0 -ml-[var(--side)] max-phone:-mx-[var(--side)]">
      {line.picture && (
        <picture>
          <source type="image/avif" srcSet={srcSet(line.picture, 'avif')} sizes="(min-width: 1000px) 40vw, 100vw" />
          <img
            className="block w-full max-h-[66vh] object-cover max-bench:max-h-107.5 max-phone:max-h-[30vh] max-phone:[object-position:50%_25%]"
            src={pictureUrl(line.picture.id, line.picture.width, 'jpg')}
            alt={line.picture.alt}
          />
        </picture>
      )}
      <figcaption>
        <dl className="grid grid-cols-[92px_1fr] gap-2 mt-4.5 mb-0 mx-0 px-[var(--side)] text-[1.125rem]">
          {facts.map(([name, words]) => (
            <Fragment key={name}>
              <dt className="text-soft text-small">{name}</dt>
              <dd>{words}</dd>
            </Fragment>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}
