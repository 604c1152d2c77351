import { listOptions, type Option } from './call-options.ts';
import { isOpenEnded, placesOf, toPlace } from './carry-out.ts';
import { type CallCommand, DESK_CALLS } from './desk-calls.ts';
import { OWN_COMMANDS } from './own-commands.ts';

const BEFORE = `The florist's desk. The shop may be open meanwhile. A command and --help tells what it takes.`;

const AFTER = `Whatever is done is written down with your name on this machine. Commands do what the pages of the desk do, by the same rules. An
amount is pounds, as 12.00; a day is 2026-11-17; usual stands for a value that is as on other days, or none; --no- before a
switch turns it off.
Give it the settings that the shop has: without DATABASE_URL it works on the database in DATA_DIR, and PUBLIC_URL
stands in the letters. They leave when the shop is open.`;

const WIDEST = 44;

function usageOf(name: string): string {
  const command = DESK_CALLS[name];
  const places = command
    ? [...placesOf(command).map(toPlace), ...(isOpenEnded(command) ? ['…'] : [])]
    : OWN_COMMANDS[name]?.takes;
  return [name, ...(places ?? [])].join(' ');
}

const summaryOf = (name: string): string => DESK_CALLS[name]?.call.summary ?? OWN_COMMANDS[name]?.summary ?? '';

/** All commands, or those of a group. */
export function describeCommands(group: string): string {
  const names = [...Object.keys(DESK_CALLS), ...Object.keys(OWN_COMMANDS)].toSorted();
  const some = names.filter((name) => name.split(' ')[0] === group);
  const lines = (some.length > 0 ? some : names).map(
    (name) => `  npm run desk -- ${usageOf(name).padEnd(WIDEST)}  ${summaryOf(name)}`,
  );
  return [BEFORE, '', ...lines, '', AFTER].join('\n');
}

/** What one command takes. */
export function describeCommand(name: string): string {
  const command = DESK_CALLS[name];
  const more = command?.call.description ?? OWN_COMMANDS[name]?.description;
  return [
    `npm run desk -- ${usageOf(name)}`,
    '',
    summaryOf(name),
    ...(more ? [more] : []),
    ...(command ? describeOptions(command) : []),
    ...(command?.asks ? [`  ${'--yes'.padEnd(20)} does it without asking; it cannot be undone`] : []),
  ].join('\n');
}

function describeOptions(command: CallCommand): string[] {
  const { takes = [] } = command;
  return listOptions(command).map((option) => {
    const isTaken = takes.includes(option.path.join());
    return `  ${(isTaken ? toPlace(option.path.join()) : `--${option.name}`).padEnd(20)} ${describeOption(option)}`;
  });
}

/** What an option wants, in one line. */
const describeOption = ({ kind, choices, canBeEmpty, isRequired, description }: Option): string =>
  [
    choices.length > 0 ? choices.join(', ') : WANTS[kind],
    canBeEmpty ? 'or usual' : '',
    isRequired ? 'needed' : '',
    description ?? '',
  ]
    .filter(Boolean)
    .join('; ');

const WANTS = {
  text: '',
  number: 'a whole number',
  pounds: 'pounds, as 12.00',
  switch: '',
  list: 'several, with commas between',
  JSON: 'as JSON',
} as const satisfies Record<Option['kind'], string>;
