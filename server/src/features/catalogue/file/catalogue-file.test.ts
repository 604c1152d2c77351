import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampler } from '#server/testing/sample.ts';
import { type CatalogueFormat, formatOf, parseCatalogue, writeCatalogue } from './catalogue-file.ts';
import { BadCatalogue } from './catalogue-problems.ts';
import { CatalogueRow, price, writePounds } from './catalogue-row.ts';

const item = {
  item_code: 'ML-1',
  name: 'Rosy Parlour',
  category: 'Bouquets',
  occasions: ['birthday', 'thank you'],
  price: 19.99,
  desc: 'Five pink peonies in good company.',
  description: 'One line.\nAnother, with "quotes".',
  size: 'large',
  presentation: 'Kraft paper',
  stems: [{ flower: 'Pink peony', count: 5 }],
  care: 'Water them.',
  pictures: [{ file: 'pictures/a.jpg', alt: 'Peonies' }],
};

const HEADINGS =
  'item_code,name,category,occasions,price,desc,description,size,presentation,stems,care,picture_1,alt_1';
const LINE =
  'ML-1,Rosy Parlour,Bouquets,birthday; Thank You,£19.99,Peonies.,More.,large,Kraft,5 x Pink peony; 8 × Rose,Water.,a.jpg,Peonies';

const readJson = (...items: unknown[]) => parseCatalogue('json', Buffer.from(JSON.stringify(items, null, 1)));
const readCsv = (...lines: string[]) => parseCatalogue('csv', Buffer.from(lines.join('\n')));
const refusalOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof BadCatalogue) return error.problems.map(({ location, reason }) => `${location}: ${reason}`);
  }
  throw new Error('It was not refused.');
};
const told = ({ problems }: ReturnType<typeof readJson>) =>
  problems.map(({ location, reason }) => `${location}: ${reason}`);

describe('prices', () => {
  const readPence = (written: string) => price.parse(written);

  test('one of more than a thousand may have a comma', () => {
    expect(readPence(' £1,200 ')).toBe(120_000);
    expect(price.safeParse('1,20').error?.issues[0]?.message).toBe('must be pounds, as in 36 or 36.50');
  });

  test('every price from £0.01 to £10,000 is read as it is written, also as a JSON number', { tags: 'G6' }, () => {
    for (const pence of sampler.range(20, 1, 1_000_000)) {
      const written = writePounds(pence);
      if (readPence(written) !== pence || readPence(String(pence / 100)) !== pence) expect(written).toBe(pence);
    }
  });
});

test.each([
  ['csv', `${HEADINGS}\n${'a,b\n'.repeat(2_000_000)}`],
  ['json', `[${'0,'.repeat(2_000_000)}0]`],
] as const)('a file in %s of millions of rows is refused before they fill the memory', (format, text) => {
  expect(refusalOf(() => parseCatalogue(format, Buffer.from(text)))).toEqual(['the file: has more than 100,000 rows']);
});

describe('reads', () => {
  test('the demonstration catalogue without a word', async () => {
    const demo = parseCatalogue('json', await readFile(new URL('../../../../../catalogue/demo.json', import.meta.url)));
    expect(demo).toMatchObject({ problems: [], unknown: [], rows: { length: 24 } });
  });

  test('a row of JSON', () => {
    const { price, ...rest } = item;
    expect(readJson(item).rows).toEqual([
      {
        position: 1,
        location: 'item 1 (line 2)',
        row: { ...rest, price_pence: 1999, status: 'on_sale' },
      },
    ]);
  });

  test('measures in whole centimetres, from a file that has them and from one of before', () => {
    expect(readJson({ ...item, height_cm: 32, width_cm: '28 cm' }).rows[0]?.row).toMatchObject({
      height_cm: 32,
      width_cm: 28,
    });
    const measured = readCsv(`${HEADINGS},height_cm,width_cm`, `${LINE},32,`);
    expect(measured).toMatchObject({ unknown: [], rows: [{ row: { height_cm: 32, width_cm: null } }] });
    expect(readCsv(HEADINGS, LINE).rows[0]?.row.height_cm).toBeUndefined();
  });

  test('sizes and days, from a file that has them and from one of before', () => {
    const large = { price: 82, stems: [{ flower: 'Pink peony', count: 7 }] };
    expect(readJson({ ...item, sizes: { large } }).rows[0]?.row.sizes).toEqual({
      large: { price_pence: 8200, stems: large.stems, height_cm: null, width_cm: null, pictures: [] },
    });
    const headings = `${HEADINGS},large_price,large_stems,grand_price,most_per_day,available_from`;
    const sized = readCsv(headings, `${LINE},£82,7 x Pink peony,,20,01/12/2026`);
    expect(sized).toMatchObject({ unknown: [], problems: [] });
    expect(sized.rows[0]?.row).toMatchObject({ most_per_day: 20, available_from: '2026-12-01' });
    expect(sized.rows[0]?.row.sizes).toMatchObject({ large: { price_pence: 8200, stems: large.stems } });
    expect(sized.rows[0]?.row.sizes?.grand).toBeUndefined();
    expect(readCsv(HEADINGS, LINE).rows[0]?.row.sizes).toBeUndefined();
    expect(told(readJson({ ...item, sizes: { huge: large } }))).toEqual([
      'item 1 (line 2): sizes must name standard, large or grand',
    ]);
  });

  test('a spreadsheet as spreadsheets save it: mark, CRLF, any order and case of headings, empty lines', () => {
    const headings = HEADINGS.split(',')
      .toReversed()
      .map((heading) => heading.replace('_', ' ').toUpperCase());
    const cells = LINE.split(',').toReversed();
    const text = `\ufeff${headings.join(',')},Supplier\r\n\r\n,,,\r\n${cells.join(',')},Hill Farm\r\n`;
    const { rows, problems, unknown } = parseCatalogue('csv', Buffer.from(text));
    expect(problems).toEqual([]);
    expect(unknown).toEqual(['supplier']);
    expect(rows).toMatchObject([
      {
        location: 'line 4',
        row: {
          price_pence: 1999,
          occasions: ['birthday', 'thank you'],
          stems: [
            { flower: 'Pink peony', count: 5 },
            { flower: 'Rose', count: 8 },
          ],
          pictures: [{ file: 'a.jpg', alt: 'Peonies' }],
          status: 'on_sale',
        },
      },
    ]);
  });

  test.each([';', '\t'])('cells parted by %j', (mark) => {
    const line = LINE.split(',').map((cell) => `"${cell}"`);
    expect(readCsv(HEADINGS.replaceAll(',', mark), line.join(mark))).toMatchObject({
      problems: [],
      rows: { length: 1 },
    });
  });

  test('text in one form: composed, trimmed, occasions in small letters and once', () => {
    const { rows } = readJson({
      ...item,
      name: '  Re\u0301ve ',
      occasions: ['Birthday', 'birthday '],
      status: 'Sold out',
    });
    expect(rows[0]?.row).toMatchObject({ name: 'R\u00e9ve', occasions: ['birthday'], status: 'sold_out' });
  });
});

describe('refuses', () => {
  test('every bad row of a spreadsheet, by the line it begins on', () => {
    const bad = (from: string, to: string) =>
      LINE.replace(from, to).replace('ML-1', `ML-${to.length}x`).replace('Rosy', to.length.toString());
    const file = readCsv(
      HEADINGS,
      LINE.replace('More.', '"More.\n\nAnd more."'),
      bad('£19.99', '19.999'),
      '',
      bad('5 x Pink', 'some Pink'),
      bad('Water.', '"Wa\nter."').replace('large', ''),
      bad('Kraft', 'Kraft, and string'),
    );
    expect(told(file)).toEqual([
      'line 5: price must be pounds, as in 36 or 36.50',
      'line 7: stems 1 count needs a count, as in 5 × Pink peony',
      'line 8: size is missing',
      'line 10: has 14 cells under 13 headings: put text that holds commas in double quotes',
    ]);
    expect(file.rows).toHaveLength(1);
  });

  test('every bad item of JSON, by its number and line', { tags: 'G7' }, () => {
    const strange = readJson(
      { ...item, name: 'x'.repeat(81), colour: 'red' },
      { ...item, item_code: 'ML 2', price: 10000.01, pictures: [] },
      'tulips',
      { ...item, desc: 'one\ntwo', care: 'a\u0000b', name: 'half \ud800', occasions: ['a;b'], status: 'gone' },
    );
    expect(strange.unknown).toEqual(['colour']);
    expect(told(strange).map((line) => line.replace(/ \(line \d+\)/, ''))).toEqual([
      'item 1: name is longer than 80 characters',
      'item 2: item_code may hold letters A to Z, digits and hyphens only',
      'item 2: price must be at most £10,000',
      'item 2: pictures is missing',
      'item 3: is not a bouquet',
      'item 4: name holds half a character',
      'item 4: occasions 1 may not hold a semicolon',
      'item 4: desc holds a line break or a control character',
      'item 4: care holds a control character',
      'item 4: status must be on_sale, sold_out or withdrawn',
    ]);
  });

  test.each([0, -1, 301, 32.5, 'tall', '1e2x'])('a height of %j', (height_cm) => {
    expect(told(readJson({ ...item, height_cm }))).toEqual([expect.stringMatching(/: height_cm must be /)]);
  });

  test('what is far too long or heaped with accents, before it is put into one form', () => {
    const heaped = `a${'\u0301'.repeat(31)}`;
    const strange = readJson({ ...item, name: 'x'.repeat(1_000_000), care: heaped, occasions: [heaped] });
    expect(told(strange).map((line) => line.replace(/ \(line \d+\)/, ''))).toEqual([
      'item 1: name is longer than 80 characters',
      'item 1: occasions 1 holds more than 30 accents on one letter',
      'item 1: care holds more than 30 accents on one letter',
    ]);
  });

  test('two rows of one code, of one name while on sale, or of one category in two spellings', () => {
    const file = readJson(
      item,
      { ...item, name: 'Other' },
      { ...item, item_code: 'ML-2', name: 'ROSY parlour' },
      { ...item, item_code: 'ML-3', status: 'withdrawn' },
      { ...item, item_code: 'ML-4', name: 'Fourth', category: 'bouquets' },
    );
    expect(told(file).map((line) => line.replace(/ \(line \d+\)/g, ''))).toEqual([
      'item 2: item_code ML-1 stands on item 1 already',
      'item 3: the name ROSY parlour stands on item 1 already',
      'item 5: category bouquets is written Bouquets on item 1',
    ]);
  });

  test('what is no catalogue at all', () => {
    expect(refusalOf(() => formatOf('shop.xlsx'))).toEqual(['shop.xlsx: must end in .csv or .json']);
    expect(refusalOf(() => parseCatalogue('csv', Buffer.from(`${HEADINGS}\n\xa319.99`, 'latin1')))).toEqual([
      'the file: is not written in UTF-8: in a spreadsheet save it as "CSV UTF-8"',
    ]);
    expect(refusalOf(() => parseCatalogue('json', Buffer.from('{}')))).toEqual([
      'the file: must be a list of bouquets: [ { … }, { … } ]',
    ]);
    expect(refusalOf(() => parseCatalogue('json', Buffer.from('[')))).toEqual([
      expect.stringMatching(/^the file: is not JSON/),
    ]);
    expect(refusalOf(() => readCsv(`${HEADINGS.replace('price,', '')},name`, LINE))).toEqual([
      'line 1: the column price is missing',
      'line 1: name stands twice',
    ]);
    expect(refusalOf(() => readCsv(HEADINGS, LINE, `"${LINE}`))).toEqual([
      expect.stringMatching(/^line \d: Quote Not Closed/),
    ]);
    expect(told(readCsv(HEADINGS))).toEqual(['the file: holds no bouquets']);
    expect(refusalOf(() => readCsv(''))).toContain('line 1: the column item_code is missing');
  });
});

describe('round trip', () => {
  const chars = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'",\';|×x*5 =+-@＝＋－＠\t\r\n£é\u00a0😀') }),
  );
  /** Only what the schema takes: the law is about what can be in a shop. */
  const taken = <T>(values: fc.Arbitrary<T>, field: keyof typeof CatalogueRow.in.shape) =>
    values.filter((value) => CatalogueRow.in.shape[field].safeParse(value).success);

  const stem = fc.record({ flower: chars, count: fc.integer({ min: 1, max: 999 }) });
  const picture = fc.record({ file: chars, alt: chars });
  const onePicture = fc.oneof(fc.constant([]), taken(fc.array(picture, { minLength: 1, maxLength: 1 }), 'pictures'));
  const size = fc.record({
    price: fc.integer({ min: 1, max: 1_000_000 }).map(writePounds),
    stems: taken(fc.array(stem, { minLength: 1, maxLength: 2 }), 'stems'),
    height_cm: fc.option(fc.integer({ min: 1, max: 300 })),
    width_cm: fc.option(fc.integer({ min: 1, max: 300 })),
    pictures: onePicture,
  });

  const rowOf = fc.record({
    name: taken(chars, 'name'),
    category: fc.constantFrom('Roses', 'Vases & "more"'),
    occasions: taken(fc.array(chars, { maxLength: 3 }), 'occasions'),
    price: fc.integer({ min: 1, max: 1_000_000 }).map(writePounds),
    desc: taken(chars, 'desc'),
    description: taken(chars, 'description'),
    size: taken(chars, 'size'),
    height_cm: fc.option(fc.integer({ min: 1, max: 300 })),
    width_cm: fc.option(fc.integer({ min: 1, max: 300 })),
    presentation: taken(chars, 'presentation'),
    stems: taken(
      fc.array(fc.record({ flower: chars, count: fc.integer({ min: 1, max: 999 }) }), { maxLength: 3 }),
      'stems',
    ),
    care: taken(chars, 'care'),
    pictures: taken(fc.array(fc.record({ file: chars, alt: chars }), { minLength: 1, maxLength: 6 }), 'pictures'),
    status: fc.constantFrom('on_sale', 'sold_out', 'withdrawn'),
    sizes: fc
      .record({ standard: fc.record({ pictures: onePicture }), large: fc.option(size), grand: fc.option(size) })
      .map(({ standard, large, grand }) => ({ standard, ...(large && { large }), ...(grand && { grand }) })),
    available_from: fc.constantFrom(null, '2026-02-01'),
    available_until: fc.constantFrom(null, '2026-02-14'),
    most_per_day: fc.option(fc.integer({ min: 1, max: 10_000 })),
  });

  const unmeasured = {
    height_cm: null,
    width_cm: null,
    available_from: null,
    available_until: null,
    most_per_day: null,
    sizes: { standard: { pictures: [] } },
  };
  const cellsOf = (csv: string) => parse(csv, { bom: true, record_delimiter: '\r\n' }).flat();

  test.each(['=cmd|calc!A1', '+1+1', '-2', '@sum(a1)', '＝1', "'=1+1", "''@x"])(
    'a text that a spreadsheet would carry out is written as text, and read as it was: %s',
    (text) => {
      const texts = { name: text, category: text, desc: text, description: text, size: text, care: text };
      const row = CatalogueRow.parse({ ...item, ...unmeasured, ...texts, presentation: text, occasions: [text] });
      const csv = writeCatalogue('csv', [row]);
      expect(cellsOf(csv).filter((cell) => /(^|[;\t])[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
      expect(parseCatalogue('csv', Buffer.from(csv)).rows[0]?.row).toEqual(row);
    },
  );

  test.each(['Ada;=1+1', "Ada;'=1+1", '=1;-2'])(
    'nor behind a semicolon, which separates cells where the comma is the decimal sign: %s',
    (text) => {
      const row = CatalogueRow.parse({ ...item, ...unmeasured, name: text, desc: text, description: text });
      const csv = writeCatalogue('csv', [row]);
      expect(csv).not.toMatch(/;[=-]/);
      expect(parseCatalogue('csv', Buffer.from(csv)).rows[0]?.row).toEqual(row);
    },
  );

  test.each(['For her\n=1+1', "For her\n\n'=1+1", 'Roses\n- and tulips'])(
    'nor at the beginning of a further line, which begins a row there: %s',
    (description) => {
      const row = CatalogueRow.parse({ ...item, ...unmeasured, description });
      const csv = writeCatalogue('csv', [row]);
      expect(csv).not.toMatch(/\n[=-]/);
      expect(parseCatalogue('csv', Buffer.from(csv)).rows[0]?.row).toEqual(row);
    },
  );

  test("an apostrophe that guards nothing is the florist's own", () => {
    const row = CatalogueRow.parse({ ...item, ...unmeasured, name: "'Twas May", desc: "'", care: "''" });
    const csv = writeCatalogue('csv', [row]);
    expect(cellsOf(csv)).toContain("'Twas May");
    expect(parseCatalogue('csv', Buffer.from(csv)).rows[0]?.row).toEqual(row);
  });

  test.each<CatalogueFormat>(['csv', 'json'])('a shop written as %s is read as it was', (format) => {
    fc.assert(
      fc.property(fc.array(rowOf, { minLength: 1, maxLength: 4 }), (rows) => {
        const shop = rows.map((row, index) =>
          CatalogueRow.parse({ ...row, item_code: `ML-${index}`, name: `${index} ${row.name.trim()}` }),
        );
        const { rows: read, problems } = parseCatalogue(format, Buffer.from(writeCatalogue(format, shop)));
        expect(problems).toEqual([]);
        expect(read.map(({ row }) => row)).toEqual(shop);
      }),
      { numRuns: 300 },
    );
  });
});
