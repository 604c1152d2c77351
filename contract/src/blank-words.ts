/** What a field of text is refused with where nothing is in it, or where it was left out. */
export const BLANK = 'This field may not be blank.';
export const MISSING = 'This field is required.';

/** By what the field is called. */
const WORDS: Record<string, string> = {
  city: 'Enter a city.',
  street_address: 'Enter a street address.',
  apartment_address: 'Enter a flat, house name or number.',
  email: 'Enter an email address.',
  username: 'Enter a username.',
  first_name: 'Enter a first name.',
  last_name: 'Enter a last name.',
  your_name: 'Enter your name.',
  password: 'Enter your password.',
  password1: 'Enter a password.',
  password2: 'Enter the password again.',
  new_password1: 'Enter a new password.',
  new_password2: 'Enter the new password again.',
  code: 'Enter a code.',
  text: 'Write a few words.',
  who: 'Say who it is about.',
  photo: 'Choose a photo.',
};

/** What a form of the shop shows for a field: its own name if nothing is in it, otherwise the message. */
export const nameBlank = (field: string, message: string): string =>
  message === BLANK || message === MISSING ? (WORDS[field] ?? message) : message;
