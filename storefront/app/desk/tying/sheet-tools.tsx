import type { Ref } from 'react';
import { Link } from 'react-router';
import type { SheetTicket, Today } from '#contract/desk.ts';
import { TickIcon } from '../icons.tsx';
import type { MenuHandle } from '../menu.tsx';
import { addressOf, DayStrip } from './day-strip.tsx';
import { FormSwitch } from './form-switch.tsx';
import { missingDayAddress } from './missing-day-data.ts';
import { PrintMenu } from './print-menu.tsx';
import type { useChoosing } from './use-choosing.ts';

type Props = {
  sheet: Today;
  /** How many orders came for a day since the page was opened. */
  arrived: Map<string, number>;
  choosing: ReturnType<typeof useChoosing>;
  isList: boolean;
  print: Ref<MenuHandle>;
  /** The day in the address. */
  asked: string | undefined;
  tickets: SheetTicket[];
  onSwitch: (form: 'tickets' | 'list') => void;
};

/** The days, and what can be done with the sheet of one. With their pictures the buttons would break the switch on a phone. */
export function SheetTools({ sheet, arrived, choosing, isList, print, asked, tickets, onSwitch }: Props) {
  const { day, today, runs } = sheet;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-2.5 mt-2.5 mb-3 mx-0 bench:flex-nowrap">
      <DayStrip today={sheet} arrived={arrived} />
      {tickets.length > 0 && (
        <div className="desk-acts flex-nowrap ml-auto max-phone:justify-between max-phone:gap-1">
          <FormSwitch isList={isList} day={asked} onSwitch={onSwitch} />
          {!isList && (
            <Link
              className="desk-button plain max-phone:px-2.25 max-phone:[&_svg]:hidden"
              to={`${addressOf(day, today)}${day === today ? '?' : '&'}choose=1`}
              aria-pressed={choosing.isOn}
              role="button"
              data-here=""
              onClick={(event) => {
                event.preventDefault();
                if (choosing.isOn) choosing.stop();
                else choosing.start();
              }}
            >
              <TickIcon /> Choose
            </Link>
          )}
          <Link className="desk-button plain max-phone:px-2.25" to={missingDayAddress(day)}>
            Missing
          </Link>
          <PrintMenu day={day} runs={runs} tickets={tickets} chosen={choosing.chosen} handle={print} />
        </div>
      )}
    </div>
  );
}

type FindProps = { field: Ref<HTMLInputElement>; wanted: string; onType: (typed: string) => void };

/** Narrows the sheet to what is typed. */
export const FindOnSheet = ({ field, wanted, onType }: FindProps) => (
  <div className="flex-[0_1_220px] min-w-0 ml-auto max-phone:mt-1.5">
    {/* No label around it: WebKit would count the placeholder and the cross within the field to its name. */}
    <input
      className="w-full min-h-11 py-0 px-3.5 border border-control rounded-soft bg-lift text-inherit"
      ref={field}
      // No part of the sheet's form: Enter in it would tie the first ticket.
      form="none"
      type="search"
      aria-label="Find on this sheet"
      placeholder="Order, name, district"
      value={wanted}
      onChange={({ target }) => onType(target.value)}
    />
  </div>
);
