import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Bouquet, ChangedMeanwhile } from '#contract/desk-catalogue.ts';
import { useLive } from '../live.ts';
import { send, toRefusal } from '../send.ts';
import { type Draft, emptyDraft, toContent, toDraft } from './draft.ts';
import { forgetDraft, keepDraft, readKept } from './kept-draft.ts';
import { type Conflict, type Editing, listChanged, rebase, takeField } from './merge-drafts.ts';

export type Errors = Record<string, string[] | string>;
type Options = {
  staff: number;
  bouquet: Bouquet | null;
  nextCode: string;
  onSaved(bouquet: Bouquet): void;
};

const addressOf = (id: number) => `/api/desk/catalogue/${id}/` as const;
const NOT_SAVED = 'We could not save it. Your changes are kept on this device.';
const NOT_KEPT = 'We could not save it, and this device keeps nothing. Leave this page open and try again.';

/**
 * A bouquet while it is changed. What is typed is kept on the device until it is saved; what somebody else saves meanwhile is
 * taken over where we changed nothing, and left open where both did.
 */
export function useEditing({ staff, bouquet, nextCode, onSaved }: Options) {
  const id = bouquet?.id;
  const empty = useMemo(() => emptyDraft(nextCode), [nextCode]);
  const fresh = useCallback(
    (from: Bouquet | null): Editing => ({ base: from, draft: from ? toDraft(from) : empty, open: [], taken: [] }),
    [empty],
  );
  const [editing, setEditing] = useState(() => fresh(bouquet));
  const [errors, setErrors] = useState<Errors>({});
  const [isSaving, setSaving] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [isKept, setKept] = useState(true);
  const latest = useRef(editing);
  latest.current = editing;
  const changed = listChanged(editing, empty);
  const hasChanges = changed.length > 0 || editing.open.length > 0;

  // After the first drawing, which is the server's: it knows nothing of this device.
  useEffect(() => {
    const kept = readKept(staff, id);
    if (kept) {
      const isCurrent = kept.base?.version === bouquet?.version;
      setEditing(isCurrent || !bouquet ? kept : rebase(kept, bouquet));
    }
    setRestored(true);
  }, [staff, id, bouquet]);

  useEffect(() => {
    if (!isRestored) return;
    if (hasChanges) setKept(keepDraft(staff, id, editing));
    else forgetDraft(staff, id);
  }, [isRestored, hasChanges, staff, id, editing]);

  const takeOver = useCallback((current: Bouquet) => {
    setEditing((known) => (known.base?.version === current.version ? known : rebase(known, current)));
  }, []);

  useLive((names) => {
    if (id === undefined || (names && !names.includes('catalogue'))) return;
    // A line that broke: the next change asks again, and saving does.
    void send('GET', addressOf(id)).then(takeOver, () => {});
  });

  const change = useCallback((changes: Partial<Draft> | ((draft: Draft) => Draft)) => {
    setEditing((known) => ({
      ...known,
      draft: typeof changes === 'function' ? changes(known.draft) : { ...known.draft, ...changes },
    }));
  }, []);

  const choose = useCallback(({ field, theirs }: Conflict, whose: 'mine' | 'theirs') => {
    setEditing((known) => ({
      ...known,
      draft: whose === 'theirs' ? takeField(known.draft, theirs, field) : known.draft,
      open: known.open.filter((other) => other.field !== field),
    }));
  }, []);

  async function save(): Promise<void> {
    const { base, draft } = latest.current;
    setSaving(true);
    setErrors({});
    try {
      const content = toContent(draft);
      const saved = base
        ? await send('PUT', addressOf(base.id), { version: base.version, ...content })
        : await send('POST', '/api/desk/catalogue/', { item_code: draft.itemCode.trim(), ...content });
      forgetDraft(staff, id);
      // What was typed while it was sent is not lost.
      setEditing((known) => (known.draft === draft ? fresh(saved) : { ...known, base: saved, open: [], taken: [] }));
      onSaved(saved);
    } catch (error) {
      const { status, fields, message } = toRefusal(error);
      const { current } = fields as Partial<ChangedMeanwhile>;
      if (status === 409 && current) {
        takeOver(current);
        setErrors({ detail: message });
      } else setErrors(status === 400 || status === 409 || status === 403 ? fields : { detail: NOT_SAVED });
      if (status !== 400 && !keepDraft(staff, id, latest.current)) setErrors({ detail: NOT_KEPT });
    } finally {
      setSaving(false);
    }
  }

  const leaveChanges = () => {
    setErrors({});
    setEditing((known) => fresh(known.base));
    forgetDraft(staff, id);
  };

  return { ...editing, changed, hasChanges, errors, isSaving, isRestored, isKept, change, choose, save, leaveChanges };
}
