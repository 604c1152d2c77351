import { type ChangeDay, WEEKDAY_KEYS } from '#contract/desk-calendar.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readChanged, toAmount, toNumber, wasName } from '../ui/read-changed.ts';
import { readText } from '../ui/read-form.tsx';

/** Does what the form beside the month asks for: of a day, of several, or of the week. */
export const changeCalendar: Press = async (form, { beside = '' }) => {
  if (beside === 'days') return changeRange(form);
  if (beside === 'week') await send('PATCH', '/api/desk/calendar/week/', readWeek(form));
  else await send('PATCH', `/api/desk/calendar/days/${encodeURIComponent(beside)}/`, readDay(form));
  const query = new URLSearchParams({
    ...(beside === 'week' && { month: String(form.get('month') ?? '') }),
    saved: Date.now().toString(36),
  });
  return `/desk/calendar/${encodeURIComponent(beside)}?${query}#beside`;
};

async function changeRange(form: FormData): Promise<string> {
  const [from, to] = [readText(form, 'from'), readText(form, 'to')];
  const open = readText(form, 'do') === 'open';
  await send('PATCH', '/api/desk/calendar/days/', {
    from,
    to,
    open,
    ...(!open && { words: readText(form, 'words') }),
  });
  return `/desk/calendar/days?${new URLSearchParams({ from, to, saved: Date.now().toString(36) })}#beside`;
}

/** Only what somebody changed on the page. */
function readDay(form: FormData) {
  const isOpen = form.has('open');
  const words = readChanged(form, 'words');
  const [holds, cutOff, surcharge, line] = ['holds', 'cut_off', 'surcharge', 'line'].map((name) =>
    readChanged(form, name),
  );
  const changesOpening = isOpen !== (form.get('was-open') === 'on') || (!isOpen && words !== undefined);
  return {
    ...readSeen(form),
    ...(changesOpening && { open: isOpen, ...(!isOpen && { words: String(form.get('words') ?? '') }) }),
    ...(holds !== undefined && { holds: toNumber(holds) }),
    ...(cutOff !== undefined && { cut_off: cutOff === '' ? null : cutOff }),
    ...(surcharge !== undefined && { surcharge: toAmount(surcharge) }),
    ...(line !== undefined && { line }),
  };
}

/** The day as the page knew it. */
function readSeen(form: FormData): Pick<ChangeDay, 'seen'> {
  try {
    return { seen: JSON.parse(readText(form, 'seen')) };
  } catch {
    return {};
  }
}

function readWeek(form: FormData) {
  const changes = WEEKDAY_KEYS.map((key) => {
    const holds = readChanged(form, `${key}-holds`);
    const cutOff = readChanged(form, `${key}-cut_off`);
    const isOpen = form.has(`${key}-open`);
    const change = {
      ...(isOpen !== (form.get(wasName(`${key}-open`)) === 'on') && { open: isOpen }),
      // The field of a closed day is not in sight.
      ...(isOpen && holds !== undefined && { holds: toNumber(holds) }),
      ...(cutOff !== undefined && { cut_off: cutOff === '' ? null : cutOff }),
    };
    return [key, change] as const;
  });
  return Object.fromEntries(changes.filter(([, change]) => Object.keys(change).length > 0));
}
