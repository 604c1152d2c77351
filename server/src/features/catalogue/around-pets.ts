import { toPlural } from '#contract/plural.ts';
import type { AroundPets } from '#contract/products.ts';

type Plant = { isBloom: boolean; known: string; name: string };

/** `bloom safe rose`, as the database function `plants_in` writes it. */
function toPlant(text: string): Plant {
  const [kind, known = '', ...name] = text.split(' ');
  return { isBloom: kind === 'bloom', known, name: name.join(' ') };
}

/** `lily of the valley` has its plural in the middle: it stays as it is. */
const plural = ({ isBloom, name }: Plant) => (isBloom && !name.includes(' of ') ? toPlural(name) : name);

function join(plants: Plant[]): string {
  const names = plants.map(plural);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether a bouquet can be called safe around cats and dogs: every plant must be known to be. */
export function aroundPets(plants: string[]): AroundPets {
  const all = plants.map(toPlant);
  const harmful = all.filter(({ known }) => known === 'harmful');
  const unknown = all.filter(({ known }) => known === 'unknown');
  if (harmful.length > 0) return { safe: false, reason: `${capital(join(harmful))} can make a cat or a dog ill.` };
  if (all.length === 0) return { safe: false, reason: 'We do not know which plants are in it.' };
  if (unknown.length > 0) return { safe: false, reason: `We do not know that ${join(unknown)} do no harm.` };
  return {
    safe: true,
    reason: `Only ${join(all)}, which the ASPCA lists as not toxic to cats and dogs.`,
  };
}
