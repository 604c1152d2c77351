import { type CatalogueRow, type SizeRow, writePounds } from './catalogue-row.ts';
import { type Cells, parseTable, writeTable } from './csv-table.ts';
import type { RawCatalogue } from './raw-catalogue.ts';

const TEXTS = ['item_code', 'name', 'category', 'price', 'desc', 'description', 'size', 'presentation', 'care'];
const PICTURES = [1, 2, 3, 4, 5, 6];
const pictureColumns = (howMany: number) =>
  PICTURES.slice(0, howMany).flatMap((number) => [`picture_${number}`, `alt_${number}`]);

const MEASURES = ['height_cm', 'width_cm'];
const DAYS = ['available_from', 'available_until', 'most_per_day'];
/** Beside the standard size, whose price and recipe are the bouquet's own. */
const OTHER_SIZES = ['large', 'grand'] as const;
const SIZE_COLUMNS = [
  'standard_picture',
  'standard_alt',
  ...OTHER_SIZES.flatMap((size) =>
    ['price', 'stems', 'height_cm', 'width_cm', 'picture', 'alt'].map((column) => `${size}_${column}`),
  ),
];

const REQUIRED = [...TEXTS, 'occasions', 'stems', ...pictureColumns(1)];
const OPTIONAL = [...DAYS, ...SIZE_COLUMNS];
const columns = (pictures: number) => [
  ...TEXTS,
  ...MEASURES,
  'occasions',
  'stems',
  'status',
  ...pictureColumns(pictures),
  ...OPTIONAL,
];

/** A spreadsheet with one bouquet per row; catalogue-file.ts describes the cells. */
export const parseCsv = (text: string): RawCatalogue =>
  parseTable(text, { required: REQUIRED, known: columns(PICTURES.length) }, toValue);

export const writeCsv = (rows: CatalogueRow[]): string =>
  writeTable(columns(Math.max(2, ...rows.map(({ pictures }) => pictures.length))), rows.map(toCells));

export const entries = (cell = '') => cell.split(';').filter((part) => part.trim() !== '');

function toStem(entry: string) {
  const [, count, flower] = /^\s*(\d+)\s*(?:×|[x*]\s)(.*)$/is.exec(entry) ?? [];
  return { flower: flower ?? entry, count: count ? Number(count) : undefined };
}
const toStems = (cell = '') => entries(cell).map(toStem);

const isFilled = (cell = '') => cell.trim() !== '';
const toPictures = (pictures: { file: string; alt: string }[]) =>
  pictures.filter(({ file, alt }) => isFilled(file) || isFilled(alt));
const toPicture = (cells: Cells, file: string, alt: string) =>
  toPictures([{ file: cells[file] ?? '', alt: cells[alt] ?? '' }]);

function toValue(cells: Cells) {
  return {
    ...Object.fromEntries([...TEXTS, ...MEASURES, ...DAYS].map((column) => [column, cells[column]])),
    occasions: entries(cells.occasions),
    stems: toStems(cells.stems),
    pictures: PICTURES.flatMap((number) => toPicture(cells, `picture_${number}`, `alt_${number}`)),
    status: cells.status,
    // A file of before has none of these columns: what the shop has stays.
    ...(SIZE_COLUMNS.some((column) => column in cells) && { sizes: toSizes(cells) }),
  };
}

/** A size is named by any cell of its own. */
function toSizes(cells: Cells) {
  const named = OTHER_SIZES.filter((size) =>
    SIZE_COLUMNS.some((column) => column.startsWith(`${size}_`) && isFilled(cells[column])),
  );
  return {
    standard: { pictures: toPicture(cells, 'standard_picture', 'standard_alt') },
    ...Object.fromEntries(
      named.map((size) => [
        size,
        {
          price: cells[`${size}_price`] ?? '',
          stems: toStems(cells[`${size}_stems`]),
          height_cm: cells[`${size}_height_cm`] ?? '',
          width_cm: cells[`${size}_width_cm`] ?? '',
          pictures: toPicture(cells, `${size}_picture`, `${size}_alt`),
        },
      ]),
    ),
  };
}

const writeStems = (stems: CatalogueRow['stems']) =>
  stems.map(({ count, flower }) => `${count} × ${flower}`).join('; ');
const writeNumber = (value: number | null | undefined) => String(value ?? '');

function toCells(row: CatalogueRow): Cells {
  const { price_pence, height_cm, width_cm, occasions, stems, pictures, sizes, ...rest } = row;
  const { available_from, available_until, most_per_day, ...texts } = rest;
  return {
    ...texts,
    price: writePounds(price_pence),
    height_cm: writeNumber(height_cm),
    width_cm: writeNumber(width_cm),
    available_from: available_from ?? '',
    available_until: available_until ?? '',
    most_per_day: writeNumber(most_per_day),
    occasions: occasions.join('; '),
    stems: writeStems(stems),
    ...Object.fromEntries(
      pictures.flatMap(({ file, alt }, index) => [
        [`picture_${index + 1}`, file],
        [`alt_${index + 1}`, alt],
      ]),
    ),
    standard_picture: sizes?.standard?.pictures[0]?.file ?? '',
    standard_alt: sizes?.standard?.pictures[0]?.alt ?? '',
    ...Object.assign({}, ...OTHER_SIZES.map((size) => toSizeCells(size, sizes?.[size]))),
  };
}

const toSizeCells = (size: string, row: SizeRow | undefined): Cells =>
  row
    ? {
        [`${size}_price`]: writePounds(row.price_pence),
        [`${size}_stems`]: writeStems(row.stems),
        [`${size}_height_cm`]: writeNumber(row.height_cm),
        [`${size}_width_cm`]: writeNumber(row.width_cm),
        [`${size}_picture`]: row.pictures[0]?.file ?? '',
        [`${size}_alt`]: row.pictures[0]?.alt ?? '',
      }
    : {};
