import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/config.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { listOptions } from './call-options.ts';
import { carryOut, isOpenEnded, placesOf } from './carry-out.ts';
import { type CallingDesk, NotDone } from './desk.ts';
import { DESK_CALLS } from './desk-calls.ts';
import { describeCommand, describeCommands } from './desk-help.ts';
import { withDesk } from './open-desk.ts';
import { OWN_COMMANDS } from './own-commands.ts';

type Run = (desk: CallingDesk) => Promise<void>;

const NOT_UNDERSTOOD = 'That is not understood; --help tells what is.';
const HELP = { help: { type: 'boolean', short: 'h' } } as const satisfies ParseArgsOptionsConfig;

/** What a command does, or the words of its help. */
function readCommand(args: string[]): Run | string {
  const [group = '', verb = ''] = args;
  const wantsHelp = args.some((word) => word === '--help' || word === '-h');
  const name = [`${group} ${verb}`, group].find((words) => isCommand(words));
  if (name !== undefined)
    return wantsHelp ? describeCommand(name) : readNamed(name, args.slice(name.split(' ').length));
  if (args.length === 0 || wantsHelp) return describeCommands(group.startsWith('-') ? '' : group);
  throw new CannotStart(NOT_UNDERSTOOD);
}

const isCommand = (name: string): boolean => Object.hasOwn(OWN_COMMANDS, name) || Object.hasOwn(DESK_CALLS, name);

function readNamed(name: string, args: string[]): Run {
  const own = OWN_COMMANDS[name];
  const command = DESK_CALLS[name];
  if (own) {
    const { values, positionals } = parseArgs({ args, options: { ...HELP, ...own.options }, allowPositionals: true });
    const isMany = own.takes.at(-1) === '…';
    const [fewest, most] = isMany ? [1, 500] : [own.takes.length, own.takes.length];
    const run = positionals.length >= fewest && positionals.length <= most ? own.read(positionals, values) : undefined;
    if (run) return run;
  } else if (command) {
    const named = listOptions(command).map(
      ({ name: option, kind }) => [option, { type: kind === 'switch' ? 'boolean' : 'string' }] as const,
    );
    const yes = command.asks && { yes: { type: 'boolean' as const } };
    const options = { ...HELP, ...yes, ...Object.fromEntries(named) };
    const { values, positionals: words } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
    if (words.length <= placesOf(command).length || isOpenEnded(command))
      return (desk) => carryOut(desk, command, { words, values });
  }
  throw new CannotStart(NOT_UNDERSTOOD);
}

/** Where a command runs: a terminal, or a test. */
export type Terminal = {
  env: NodeJS.ProcessEnv;
  user: string;
  print(line: string): void;
  complain(line: string): void;
  prompt?: CallingDesk['prompt'] | undefined;
  /** Told how to stop what the command opened, should it be ended early. */
  onOpen?(stop: () => Promise<void>): void;
};

/** Runs a command of the desk; returns the exit code. */
export async function runDeskCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    const run = readCommand(args);
    if (typeof run === 'string') terminal.print(run);
    else await open(run, terminal);
    return 0;
  } catch (error) {
    const explanation = explain(error);
    if (explanation === undefined) throw error;
    terminal.complain(explanation);
    return 1;
  }
}

async function open(run: Run, { env, ...terminal }: Terminal): Promise<void> {
  const config = readConfig(env, { opens: false });
  requireSecret(config);
  await withDesk(config, terminal, run);
}

/** Letters are sealed with the shop's secret, and the shop has to open them. */
function requireSecret({ databaseUrl, jwtSecret }: Config): void {
  if (databaseUrl && !jwtSecret)
    throw new CannotStart(
      'JWT_SECRET is needed with DATABASE_URL, the same as the shop has: letters are sealed with it.',
    );
}

/** In words, what the reader can put right; undefined for a bug of ours. */
function explain(error: unknown): string | undefined {
  if (error instanceof NotDone || error instanceof CannotStart) return error.message;
  // An error of Node has these; on any other error they are undefined.
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return `${path} exists already: remove it, or choose another name.`;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return `${path} cannot be written (${code}).`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message} --help tells more.`;
  return undefined;
}
