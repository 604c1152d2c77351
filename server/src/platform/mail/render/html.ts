import { dropDirectionMarks } from '#contract/invisible.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text between tags and in attributes, whose quotes are double. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Markup as `html` makes it: a text cannot be taken for it. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/**
 * `<p>${typed}</p>`: what is put in is text, unless it is markup itself. Text is escaped, and loses the direction marks that could
 * turn the words around it.
 */
export const html = (pieces: TemplateStringsArray, ...values: (string | number | Html)[]): Html =>
  new Html(String.raw(pieces, ...values.map(toMarkup)));

export const joinHtml = (several: Html[], between = ''): Html =>
  new Html(several.map(({ markup }) => markup).join(between));

const toMarkup = (value: string | number | Html): string =>
  value instanceof Html ? value.markup : escapeHtml(dropDirectionMarks(String(value)));
