import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { type Column, Pager, Table } from './table.tsx';

type Row = { name: string; sold: number; group: string };
const COLUMNS: Column<Row>[] = [
  { head: 'Bouquet', isName: true, cell: ({ name }) => name },
  { head: 'Sold', isNumber: true, cell: ({ sold }) => sold },
  { head: 'More', isQuiet: true, isWide: true, cell: () => <button type="button">Open</button> },
];
const ROWS = [
  { name: 'Meadow', sold: 3, group: 'Spring' },
  { name: 'Ember', sold: 12, group: 'Autumn' },
  { name: 'Blossom', sold: 1, group: 'Spring' },
];
const keyOf = ({ name }: Row) => name;

describe('A table of the desk', () => {
  test('has its columns and rows, each named by its own', () => {
    openPage(<Table rows={ROWS} columns={COLUMNS} keyOf={keyOf} caption="What was sold" />);
    const table = screen.getByRole('table', { name: 'What was sold' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bouquet', 'Sold', 'More']);
    expect(screen.getByRole('row', { name: 'Ember 12 Open' })).toContainElement(
      screen.getByRole('rowheader', { name: 'Ember' }),
    );
  });

  test('puts what belongs together under one line, in the order of the rows', () => {
    openPage(<Table rows={ROWS} columns={COLUMNS} keyOf={keyOf} groupOf={({ group }) => group} />);
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual(['BouquetSoldMore', 'Spring', 'Meadow3Open', 'Blossom1Open', 'Autumn', 'Ember12Open']);
  });

  test('says what there is instead of no rows, and that it is being read', () => {
    openPage(
      <>
        <Table rows={[]} columns={COLUMNS} keyOf={keyOf} empty="Nothing was sold." />
        <Table rows={ROWS} columns={COLUMNS} keyOf={keyOf} isLoading />
      </>,
    );
    expect(screen.getByText('Nothing was sold.')).toBeInTheDocument();
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('The ways to more rows', () => {
  test('lead back, before and after, as far as there is anything', () => {
    openPage(
      <Pager
        back={{ to: '/desk/codes', words: 'Newest' }}
        after={{ to: '/desk/codes?before=3', words: 'Older' }}
        before={false}
      />,
    );
    expect(
      within(screen.getByRole('navigation', { name: 'Pages' }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/desk/codes', '/desk/codes?before=3']);
  });

  test('are not there where all is shown', () => {
    openPage(<Pager after={null} />);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});
