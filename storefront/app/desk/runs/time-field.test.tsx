import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { TimeField } from './time-field.tsx';

const WORDS = 'A time is written as 11:20.';

test.each(['25:00', '2500', ''])(
  'A time that is none is refused under its field, which keeps the focus: “%s”',
  async (typed) => {
    const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    const { visitor } = openPage(
      <form onSubmit={sent}>
        <TimeField name="leaves_at" time="11:00" label="Run 1 leaves at" />
        <button type="submit">Change</button>
      </form>,
    );
    const field = screen.getByLabelText('Run 1 leaves at');
    await visitor.clear(field);
    if (typed !== '') await visitor.type(field, typed);
    await visitor.click(screen.getByRole('button', { name: 'Change' }));
    expect(sent).not.toHaveBeenCalled();
    expect(field).toHaveAccessibleDescription(WORDS);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    await visitor.clear(field);
    await visitor.type(field, '9');
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument();
  },
);
