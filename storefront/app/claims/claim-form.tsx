import { useRef, useState } from 'react';
import * as z from 'zod';
import { type Claim, type ClaimPromise, ClaimText } from '#contract/claims.ts';
import { MAX_CLAIM_LENGTH } from '#contract/limits.ts';
import { requireValid } from '../api/require-valid.ts';
import { useForm } from '../session/use-form.ts';
import { announce } from '../ui/announce.tsx';
import { FormMessage } from '../ui/form/form-message.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextBox } from '../ui/form/text-box.tsx';
import { checkPhoto } from './check-photo.ts';
import { sendClaim } from './fetch-claim.ts';
import { PhotoField } from './photo-field.tsx';
import { toJpeg } from './to-jpeg.ts';
import './claims.css';

const Words = z.object({ text: ClaimText });

type Props = {
  orderId: number;
  onSent: (claim: Claim) => void;
};

/** What the shop promises for a report at this moment. */
export const PROMISES: Record<ClaimPromise['promise'], string> = {
  replaced:
    'Today is the day of delivery. Send us a photo and a line about what is wrong with them, and we replace them. That is our promise.',
  'look first':
    'Today is the day of delivery, and we stand by our promise. Send us a photo and a line about what is wrong with them: the florist looks at it first and answers you by email.',
  'not left':
    'Today is the day of delivery. As far as we know your flowers have not arrived yet. If they have, and are damaged, send us a photo and a line: the florist looks at it first and answers you by email. Nothing of the order can change after that.',
  'sold out':
    'Today is the day of delivery, and we stand by our promise. Something in this order is sold out, so the florist chooses what comes in its place and writes to you.',
  again:
    'Send us a photo and a line about what is wrong. These were a replacement already, so the florist looks at it first and answers you by email.',
  late: 'The promised replacement is for reports on the day of delivery. Send a photo and a line all the same: the florist looks at it and answers you by email. Your statutory rights are not affected.',
};

/** A photo and a text. Both stay in the form until they have been sent. */
export function ClaimForm({ orderId, onSent }: Props) {
  const [photo, setPhoto] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const [length, setLength] = useState(0);
  const [sent, setSent] = useState<number>();
  const form = useForm({
    failed: 'Your report has not been sent.',
    unsure: 'The shop’s answer was lost. Please try again: your report counts once, and nothing you chose is gone.',
    async send({ text = '' }) {
      requireValid(Words, { text }, photo ? {} : { photo: [refusal ?? 'This field is required.'] });
      if (!photo) return;
      announce('Sending your report');
      setSent(0);
      onSent(await sendClaim(orderId, { text, photo }, setSent).finally(() => setSent(undefined)));
    },
    onFailure: (whole) => whole.querySelector<HTMLElement>('[type="submit"]')?.focus(),
  });

  const latest = useRef<File>(undefined);
  const choose = async (chosen: File) => {
    latest.current = chosen;
    const reason = checkPhoto(chosen);
    setRefusal(reason);
    setPhoto(reason ? undefined : chosen);
    if (reason) return;
    const jpeg = await toJpeg(chosen);
    // Another photo may have been chosen meanwhile.
    if (latest.current === chosen) setPhoto(jpeg);
  };

  const hasBegun = photo !== undefined || length > 0;
  return (
    <form {...form.props} className="grid min-w-0 content-start gap-4">
      <PhotoField photo={photo} error={refusal ?? form.errorOf('photo')} disabled={form.busy} onChoose={choose} />
      {hasBegun && (
        <>
          <TextBox
            label="What is wrong with them?"
            name="text"
            required
            rows={4}
            most={MAX_CLAIM_LENGTH}
            error={form.errorOf('text')}
            onLength={setLength}
          />
          <FormMessage>{form.message}</FormMessage>
          {sent !== undefined && <Progress part={sent} />}
          <SubmitButton busy={form.busy} busyWords="Sending…">
            {form.message ? 'Try again' : 'Send the report'}
          </SubmitButton>
        </>
      )}
    </form>
  );
}

function Progress({ part }: { part: number }) {
  const words =
    part < 1 ? `Sending your photo, ${Math.floor(part * 100)}%` : 'It is there. We are looking at the photo.';
  return (
    <label className="grid gap-1.5 text-small">
      {words}
      <progress className="upload" max={1} value={part} />
    </label>
  );
}
