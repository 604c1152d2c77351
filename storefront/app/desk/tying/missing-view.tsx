import { Link } from 'react-router';
import type { View } from '../desk-page.tsx';
import { Form } from '../ui/form.tsx';
import type { MissingData } from './missing-data.ts';
import { missingDayAddress } from './missing-day-data.ts';
import { CannotBeTied, SwapForm, setAside } from './swap-form.tsx';

export const MissingView: View<MissingData> = ({ data }) => {
  const { ticket, line, flower, offered } = data;
  const back = `/desk/ticket/${ticket.id}?line=${line.id}`;
  const address = (each: string) =>
    `/desk/ticket/${ticket.id}/missing?${new URLSearchParams({ line: String(line.id), flower: each })}`;
  return (
    <div className="desk-page max-w-190">
      <h1>What is missing?</h1>
      <p className="text-soft">
        Order {ticket.id}, {line.name}
      </p>
      <nav className="desk-chips my-4 mx-0" aria-label="Flower">
        {line.recipe.map((stem) => (
          <Link
            key={stem.flower}
            className="desk-chip big"
            to={address(stem.flower)}
            aria-current={stem.flower === flower ? 'true' : undefined}
          >
            {stem.flower}
          </Link>
        ))}
      </nav>
      {flower && (
        <p className="mx-0 -mt-1 mb-4.5">
          <Link className="desk-button line" to={missingDayAddress(ticket.leaves_on, flower)}>
            All tickets with {lowerFirst(flower)}
          </Link>
        </p>
      )}
      {flower ? (
        <SwapForm key={flower} data={data} flower={flower} offered={offered} back={back} />
      ) : (
        <Form act={setAside} className="desk-acts">
          <Link className="desk-button plain big" to={back}>
            Back
          </Link>
          <CannotBeTied />
        </Form>
      )}
    </div>
  );
};

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
