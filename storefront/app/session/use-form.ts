import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { nameBlank } from '#contract/blank-words.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { NotSent } from '../api/require-valid.ts';

type FormMessage = { message: string; help: string };
type State = FormMessage & { busy: boolean; errors: FieldErrors; failures: number };

const NOTHING: FormMessage = { message: '', help: '' };

type Options = {
  /** Sends what was typed, by field name. An error it throws is shown; after `leaving` the form stays busy. */
  send: (values: Record<string, string>) => Promise<'leaving' | undefined>;
  /** The message above those of the fields. It stands alone: why it failed is `help`. */
  failed?: string;
  /** The message if the response was lost, since the request may have worked. Empty: how it was lost, and no more. */
  unsure?: string;
  /** For the server's names that are no fields here: the field that shows their messages. */
  under?: Record<string, string>;
  /** Moves the focus if no field is invalid. */
  onFailure?: (form: HTMLFormElement) => void;
};

type Form = {
  props: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  busy: boolean;
  /** What is wrong with the form as a whole, and apart from it what helps. */
  message: string;
  help: string;
  /** What is wrong with one field. */
  errorOf: (name: string) => string | undefined;
};

/**
 * A form with uncontrolled fields: password managers fill them, and what is typed before hydration stays. Sends once at
 * a time, shows messages under their fields and focuses the first of them.
 */
export function useForm({ send, failed = '', unsure, under = {}, onFailure }: Options): Form {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [state, setState] = useState<State>({ ...NOTHING, busy: false, errors: {}, failures: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each failure
  useEffect(() => {
    const form = ref.current;
    if (state.failures === 0 || !form) return;
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (first) first.focus();
    else onFailure?.(form);
  }, [state.failures]);

  const submit = async (form: HTMLFormElement) => {
    if (sending.current) return;
    sending.current = true;
    setState(({ failures }) => ({ ...NOTHING, busy: true, errors: {}, failures }));
    try {
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      if ((await send(values)) === 'leaving') return;
      setState(({ failures }) => ({ ...NOTHING, busy: false, errors: {}, failures }));
    } catch (error) {
      const errors = placeUnder(fieldErrorsOf(error), under);
      const hasFields = Object.keys(errors).length > 0;
      const told = toMessage(error, hasFields, failed, unsure);
      setState(({ failures }) => ({ ...told, busy: false, errors, failures: failures + 1 }));
    }
    sending.current = false;
  };

  return {
    props: {
      ref,
      // Without scripts the values must not end up in the address.
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput({ target }) {
        const name = target instanceof Element ? target.getAttribute('name') : null;
        if (!name || !state.errors[name]) return;
        const { [name]: _mended, ...errors } = state.errors;
        setState({ ...state, errors });
      },
    },
    busy: state.busy,
    message: state.message,
    help: state.help,
    errorOf: (name) => state.errors[name]?.[0],
  };
}

function toMessage(error: unknown, hasFields: boolean, failed: string, unsure: string | undefined): FormMessage {
  const why = hasFields ? '' : failureWords(error);
  // Nothing was sent: the messages under the fields are enough.
  if (error instanceof NotSent) return { message: why, help: '' };
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!isRefused && unsure !== undefined) return { message: unsure || failureWords(error), help: '' };
  return failed ? { message: failed, help: why } : { message: why, help: '' };
}

function placeUnder(errors: FieldErrors, under: Record<string, string>): FieldErrors {
  const placed: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const field = under[name] ?? name;
    placed[field] = [...(placed[field] ?? []), ...messages.map((message) => nameBlank(field, message))];
  }
  return placed;
}
