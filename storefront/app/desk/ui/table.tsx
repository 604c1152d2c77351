import { Fragment, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';

export type Column<Row> = {
  /** What it is called; `isQuiet` is heard and not seen. */
  head: string;
  isQuiet?: boolean;
  cell(row: Row): ReactNode;
  /** Sums and counts stand at the right. */
  isNumber?: boolean;
  /** Left out on a phone. */
  isWide?: boolean;
  /** It names the row. */
  isName?: boolean;
  className?: string;
};

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string | number;
  /** Said instead of a table without rows. */
  empty?: ReactNode;
  caption?: ReactNode;
  /** Rows that belong together have a line above them. */
  groupOf?(row: Row): string;
  /** The heads are heard and not seen. */
  hasQuietHead?: boolean;
  isLoading?: boolean;
  className?: string;
  rowClass?(row: Row): string | undefined;
  ref?: Ref<HTMLTableElement>;
};

/** Rows and columns; columns are data. */
export function Table<Row>(props: Props<Row>) {
  const { rows, columns, keyOf, empty, caption, groupOf, hasQuietHead, isLoading = false, className = '', ref } = props;
  if (rows.length === 0) return empty === undefined ? null : <Empty>{empty}</Empty>;
  const groups = groupOf ? [...Map.groupBy(rows, groupOf)] : [['', [...rows]] as const];
  return (
    <table ref={ref} className={`desk-rows ${className}`} aria-busy={isLoading || undefined}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className={hasQuietHead ? 'sr-only' : undefined}>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={lookOf(column)}>
              {column.isQuiet ? <span className="sr-only">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([group, ofGroup]) => (
        <tbody key={group}>
          {groupOf && (
            <tr className="group">
              <th colSpan={columns.length} scope="rowgroup">
                {group}
              </th>
            </tr>
          )}
          {ofGroup.map((row) => (
            <tr key={keyOf(row)} className={props.rowClass?.(row)}>
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const shown = <Fragment>{column.cell(row)}</Fragment>;
  if (column.isName)
    return (
      <th scope="row" className={lookOf(column)}>
        {shown}
      </th>
    );
  return <td className={lookOf(column)}>{shown}</td>;
}

const lookOf = <Row,>({ isNumber, isWide, className }: Column<Row>): string | undefined =>
  [isNumber && 'number', isWide && 'max-tablet:hidden', className].filter(Boolean).join(' ') || undefined;

/** What is said where there is nothing. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="py-10 text-lead text-soft">{children}</p>;

type Way = { to: string; words: string } | false | null | undefined;

/** To the rows before these and after them; `back` leads to where one began. */
export function Pager({ back, before, after }: { back?: Way; before?: Way; after?: Way }) {
  if (!back && !before && !after) return null;
  const way = (to: Way, look: string) =>
    to && (
      <Link className={`desk-button ${look}`} to={to.to}>
        {to.words}
      </Link>
    );
  return (
    <nav className="mt-3.5 flex flex-wrap justify-end gap-2" aria-label="Pages">
      {way(back, 'plain')}
      {way(before, 'line')}
      {way(after, 'line')}
    </nav>
  );
}
