import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { PasswordField } from './password-field.tsx';

const password = () => screen.getByLabelText('Password');

test('shows what is typed when asked to, keeps it, and hides it again', async () => {
  const { visitor } = openPage(<PasswordField label="Password" name="password" autoComplete="current-password" />);
  await visitor.type(password(), 'three tulips');
  expect(password()).toHaveAttribute('type', 'password');
  await visitor.click(screen.getByRole('button', { name: 'Show' }));
  expect(password()).toHaveAttribute('type', 'text');
  expect(password()).toHaveValue('three tulips');
  await visitor.click(screen.getByRole('button', { name: 'Hide' }));
  expect(password()).toHaveAttribute('type', 'password');
});

test('leaves the spelling of a password alone', () => {
  openPage(<PasswordField label="Password" name="password" autoComplete="new-password" />);
  for (const [attribute, value] of Object.entries({
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    autocomplete: 'new-password',
  }))
    expect(password()).toHaveAttribute(attribute, value);
});

test('says what is wrong to whoever cannot see it, beside the hint', () => {
  openPage(
    <PasswordField
      label="Password"
      name="password"
      autoComplete="new-password"
      hint="At least eight signs."
      error="This password is too common."
    />,
  );
  expect(password()).toBeInvalid();
  expect(password()).toHaveAccessibleDescription('This password is too common. At least eight signs.');
});
