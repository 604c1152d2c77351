import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { AnswersTo } from './answers.tsx';
import { Columns } from './columns.tsx';
import { Dialog } from './dialog.tsx';
import { ChoiceField, DayField, LongField, PickField, TickField } from './field.tsx';
import { Flags } from './flag.tsx';
import { Page } from './page.tsx';
import { Facts, Slip } from './slip.tsx';

describe('A page', () => {
  test('has a name, where it belongs, what it is about and what can be done', () => {
    openPage(
      <Page
        title="Code A"
        crumb={{ to: '/desk/codes', words: 'Promo codes' }}
        lead="Open."
        acts={<button type="button">End it</button>}
      >
        <Columns
          label="More"
          aside={
            <Slip title="Used" id="used">
              Never.
            </Slip>
          }
        >
          <Facts
            facts={[
              ['Gives', '10 %'],
              ['In all', '£3.00', 'sum'],
            ]}
          />
        </Columns>
      </Page>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Code A' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '‹ Promo codes' })).toHaveAttribute('href', '/desk/codes');
    expect(screen.getByRole('complementary', { name: 'More' })).toContainElement(
      screen.getByRole('region', { name: 'Used' }),
    );
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Gives', 'In all']);
  });
});

describe('Fields', () => {
  test('say why they were refused where they stand, whatever they are', () => {
    const refused = { when: ['No such day.'], why: ['Say why.'], how: ['Choose one.'] };
    openPage(
      <AnswersTo refused={refused}>
        <DayField name="when" label="When" />
        <LongField name="why" label="Why" maxLength={1200} count={{ length: 3, words: 'They read it.' }} />
        <ChoiceField name="how" label="How" value="b" choices={['a', { value: 'b', words: 'The second' }]} />
        <TickField name="tell" isOn>
          Tell them
        </TickField>
        <PickField name="what" value="all" words="All of it" more="£4.00" />
      </AnswersTo>,
    );
    expect(screen.getByLabelText(/^When/)).toHaveAccessibleDescription('No such day.');
    expect(screen.getByLabelText('Why')).toHaveAccessibleDescription('They read it. 3 / 1,200 Say why.');
    expect(screen.getByRole('combobox', { name: 'How' })).toHaveAccessibleDescription('Choose one.');
    expect(screen.getByRole('combobox', { name: 'How' })).toHaveDisplayValue('The second');
    expect(screen.getByRole('checkbox', { name: 'Tell them' })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^All of it/ })).not.toBeChecked();
  });
});

test('A dialog has the focus where it is wanted, and is left by Escape', async () => {
  const onClose = vi.fn();
  const { visitor } = openPage(<Opened onClose={onClose} />);
  await visitor.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Is it you?' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus();
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

function Opened({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog isOpen={isOpen} title="Is it you?" onClose={onClose}>
        <button type="button">No</button>
        <button type="button" data-first="">
          Yes
        </button>
      </Dialog>
    </>
  );
}

test('Flags are a list of words, and nothing where there are none', () => {
  openPage(
    <>
      <Flags flags={[]} />
      <Flags
        flags={[
          ['Swap', 'swap'],
          ['No card', 'plain'],
        ]}
      />
    </>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Swap', 'No card']);
});
