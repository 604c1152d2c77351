import fc from 'fast-check';
import { add, addAddress, chooseAddress } from './cart-steps.ts';
import type { Model } from './model.ts';
import { approve, captureIt, open } from './money-steps.ts';
import { type Step, step } from './step.ts';

/** All steps up to paying: by chance alone hardly any sequence would get there. */
const checkOut = (which: number, pays: boolean): Step =>
  step(`check out with bouquet ${which}${pays ? ', and pay' : ''}`, async (model, person) => {
    const isEmpty = ({ cart }: Model) => !cart || cart.lines.length === 0;
    const steps = [
      ...(isEmpty(model) ? [add(which, 1, true)] : []),
      ...(model.addresses.length === 0 ? [addAddress()] : []),
      chooseAddress(which),
      open(true),
      approve(),
      ...(pays ? [captureIt()] : []),
    ];
    for (const one of steps) if (one.check(model)) await one.run(model, person);
  });

const checkingOut = fc.tuple(fc.nat({ max: 30 }), fc.boolean()).map((all) => checkOut(...all));

export const CHECK_OUTS = [checkingOut, checkingOut];
