import { useState } from 'react';
import { ORDER_STAGES } from '#contract/orders.ts';
import { showPage, titled } from '../desk-page.tsx';
import { Stage } from '../stage-shape.tsx';
import { AnswersTo } from './answers.tsx';
import { BouquetPicture } from './bouquet-picture.tsx';
import { Columns, Pair } from './columns.tsx';
import { Dialog } from './dialog.tsx';
import {
  ChoiceField,
  DayField,
  LongField,
  MoneyField,
  PickField,
  SwitchField,
  TextField,
  TickField,
  Wrong,
} from './field.tsx';
import { Fill } from './fill.tsx';
import { Flags } from './flag.tsx';
import { Page } from './page.tsx';
import { Row, Rows } from './rows.tsx';
import { ProblemLine, Said } from './said.tsx';
import { Facts, Heading, Slip } from './slip.tsx';
import { type Column, Empty, Pager, Table } from './table.tsx';

export const meta = titled('Parts');

/** Every part in every state, to look at while one is changed. In no menu. */
export default showPage(() => (
  <Page
    title="Parts"
    crumb={{ to: '/desk/more', words: 'More' }}
    lead="What the pages of the desk are made of."
    acts={<Buttons />}
  >
    <Columns
      label="Slips"
      aside={
        <>
          <Slip title="Fields" id="fields">
            <Fields />
          </Slip>
          <Slip title="Refused" id="refused">
            <AnswersTo refused={REFUSED}>
              <Fields of="refused" />
              <Wrong name="roles" />
            </AnswersTo>
          </Slip>
        </>
      }
    >
      <Lines />
      <Tables />
      <Lists />
      <Opened />
    </Columns>
  </Page>
));
const SAID = ['Say it in one line, so that whoever reads it in the history understands it.'];
const REFUSED = Object.fromEntries(
  ['name', 'fee', 'day', 'words', 'time', 'row', 'row_time', 'roles'].map((name) => [name, SAID]),
);
const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

function Fields({ of = 'quiet' }: { of?: string }) {
  return (
    <>
      <TextField name="name" label="Text" note="(optional)" value={LONG} hint="Customers read it." />
      <Pair>
        <MoneyField name="fee" label="Money" />
        <DayField name="day" label="Day" value="2026-11-19" />
      </Pair>
      <LongField
        name="words"
        label="Several lines"
        value="With our apologies"
        maxLength={1200}
        count={{ length: 18, words: 'In the letter.' }}
      />
      <ChoiceField name="time" label="One of a list" value="12:00" choices={['11:30', '12:00']} />
      <MoneyField isRow name="row" label="Beside its label, which may be long" value="£12.00" />
      <ChoiceField isRow name="row_time" label="The same" choices={['11:30', '12:00']} />
      <TextField name="off" label="Switched off" value="Nobody may" disabled />
      <div className="grid gap-1">
        <SwitchField name="on" isOn>
          On
        </SwitchField>
        <SwitchField name="not-on">Off</SwitchField>
        <TickField name="ticked" isOn>
          Ticked
        </TickField>
      </div>
      <fieldset className="grid gap-2">
        <legend className="sr-only">One of a few</legend>
        <PickField
          name={`pick-${of}`}
          value="a"
          defaultChecked
          words="Chosen"
          more="What it means"
          aside={<b>£4.00</b>}
        />
        <PickField name={`pick-${of}`} value="b" words="Not chosen" more="What that would mean" />
      </fieldset>
    </>
  );
}

const Buttons = () => (
  <div className="desk-acts">
    {['', 'line', 'plain', 'danger', 'mid', 'big', 'huge'].map((look) => (
      <button key={look} type="button" className={`desk-button ${look}`}>
        {look || 'Filled'}
      </button>
    ))}
    <button type="button" className="desk-button" disabled>
      Not now
    </button>
    <button type="button" className="desk-button line" aria-pressed>
      Pressed
    </button>
    {[true, false].map((isPressed) => (
      <button key={String(isPressed)} type="button" className="desk-chip" aria-pressed={isPressed}>
        {isPressed ? 'Chosen' : 'Chip'}
      </button>
    ))}
  </div>
);

const Lines = () => (
  <section className="grid gap-3">
    <Heading aside={<span className="desk-mute">beside it</span>}>What is said</Heading>
    <Said look="saved">Saved. The shop shows it.</Said>
    <Said look="refused">We could not save the price. Pier Sorbet still costs £42.00.</Said>
    <Said look="warn">4 are not tied yet.</Said>
    <ProblemLine words="Nothing was signed. Try again when you are ready." />
    <Flags
      flags={[
        ['First order', 'good'],
        ['Swap', 'swap'],
        ['Replacement', 'again'],
        ['No card', 'plain'],
      ]}
    />
    <p className="flex flex-wrap gap-4">
      {ORDER_STAGES.map((stage) => (
        <Stage key={stage} of={stage} />
      ))}
    </p>
    <Fill part={0.6} />
    <Fill part={0.9} look="soon" />
    <BouquetPicture picture={null} width={96} className="w-24" />
  </section>
);

type Sold = { name: string; sold: number; group: string };
const SOLD: Sold[] = [
  { name: 'Rosy Parlour', sold: 12, group: 'Spring' },
  { name: LONG, sold: 3, group: 'Spring' },
  { name: 'Ink & Paper', sold: 1_204, group: 'Winter' },
];
const COLUMNS: Column<Sold>[] = [
  { head: 'Bouquet', isName: true, cell: ({ name }) => <span className="lead">{name}</span> },
  { head: 'Category', isWide: true, className: 'text-soft', cell: ({ group }) => group },
  { head: 'Sold', isNumber: true, cell: ({ sold }) => sold.toLocaleString('en-GB') },
];
const keyOf = ({ name }: Sold) => name;

const Tables = () => (
  <section>
    <Heading>Tables</Heading>
    <Table rows={SOLD} columns={COLUMNS} keyOf={keyOf} groupOf={({ group }) => group} caption="In groups" />
    <Table rows={SOLD.slice(0, 1)} columns={COLUMNS} keyOf={keyOf} caption="Being read" isLoading />
    <Table rows={[]} columns={COLUMNS} keyOf={keyOf} empty="Nothing was sold yet." />
    <Pager
      back={{ to: '/desk/parts', words: 'The latest' }}
      before={{ to: '/desk/parts?before', words: 'Show newer' }}
      after={{ to: '/desk/parts?after', words: 'Show older' }}
    />
  </section>
);

const Lists = () => (
  <section>
    <Heading>Lists</Heading>
    <Rows>
      <Row
        name={LONG}
        more="Wren Adeyemi, passkey"
        aside="10:31"
        acts={
          <button type="button" className="desk-button plain mid">
            Sign out
          </button>
        }
      />
    </Rows>
    <Facts
      facts={[
        ['Bouquets', '£62.00'],
        ['Delivery', '£4.90'],
        ['Takings', '£66.90', 'sum'],
      ]}
    />
    <Empty>No claim waits for an answer.</Empty>
  </section>
);

function Opened() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="desk-button line justify-self-start" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      <Dialog isOpen={isOpen} title="1 change is not saved" onClose={close}>
        <p>It can stay on this device until you come back.</p>
        <div className="desk-acts">
          <button type="button" className="desk-button" data-first="" onClick={close}>
            Stay here
          </button>
        </div>
      </Dialog>
    </>
  );
}
