import * as z from 'zod';
import { EmailAddress } from './email-address.ts';
import { Id, PathId } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { ROLES } from './roles.ts';
import { anyText, line } from './text.ts';

/** The cookie of a session at the desk. On https its name begins with `__Host-`, which binds it to this host. */
export const DESK_COOKIE = 'desk';
/** The cookie that tells one browser from another before anybody is signed in. */
export const BROWSER_COOKIE = 'desk-browser';

/** How long the link in a letter to staff works. */
export const STAFF_LINK_MINUTES = 15;

export const StaffRoles = z
  .array(z.enum(ROLES, 'Choose owner, florist or driver.'), 'Choose at least one role.')
  .min(1, 'Choose at least one role.')
  .max(ROLES.length, 'Choose each role once.')
  .refine((roles) => new Set(roles).size === roles.length, 'Choose each role once.')
  .meta({ uniqueItems: true });

const OpenedBy = z.enum(['passkey', 'link', 'recovery code']);
const Moment = z.iso.datetime();

/** Whoever is signed in at the desk. */
export const Me = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    roles: StaffRoles,
    has_passkey: z.boolean(),
    opened_by: OpenedBy,
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** What the browser hands to its passkeys; our own pages pass it on unread. */
export const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyOptions', description: 'The options of WebAuthn, as JSON: for `navigator.credentials`.' });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const UNREADABLE = 'This is not what a passkey answers.';
const encoded = (longest: number) => anyText.max(longest, UNREADABLE).regex(/^[\w-]+$/, UNREADABLE);
const CredentialId = encoded(1_400);

/** What a browser answers when a passkey was made. */
export const NewPasskey = z
  .object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', UNREADABLE),
      response: z.object(
        {
          clientDataJSON: encoded(4_000),
          attestationObject: encoded(16_000),
          transports: z.array(anyText.max(40, UNREADABLE), UNREADABLE).max(10, UNREADABLE).default([]),
        },
        UNREADABLE,
      ),
    },
    UNREADABLE,
  )
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What a browser answers when a passkey was used. */
export const UsedPasskey = z
  .object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: z.literal('public-key', UNREADABLE),
      response: z.object(
        {
          clientDataJSON: encoded(4_000),
          authenticatorData: encoded(4_000),
          signature: encoded(4_000),
          userHandle: encoded(200).nullish(),
        },
        UNREADABLE,
      ),
    },
    UNREADABLE,
  )
  .meta({ id: 'UsedPasskey' });
export type UsedPasskey = z.infer<typeof UsedPasskey>;

export const AskStaffLink = z.object({ email: EmailAddress }).meta({ id: 'AskStaffLink' });
export type AskStaffLink = z.infer<typeof AskStaffLink>;

const LinkKey = anyText.max(100, 'This is not a link of ours.');

export const UseStaffLink = z.object({ key: LinkKey }).meta({ id: 'UseStaffLink' });
export type UseStaffLink = z.infer<typeof UseStaffLink>;

export const UseRecoveryCode = z
  .object({
    email: EmailAddress,
    code: anyText.min(1, 'This field may not be blank.').max(100, 'This is not one of the codes.'),
  })
  .meta({ id: 'UseRecoveryCode' });
export type UseRecoveryCode = z.infer<typeof UseRecoveryCode>;

export const InvitationParams = z.object({ key: z.string().max(100) });

/** What somebody who was invited is shown before joining. */
export const Invitation = z
  .object({ name: z.string(), email: z.string(), roles: StaffRoles, invited_by: z.string().nullable(), until: Moment })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const StaffName = line(MAX_NAME_LENGTH);

export const Joining = z.object({ name: StaffName }).meta({ id: 'Joining' });
export type Joining = z.infer<typeof Joining>;

export const Join = z.object({ name: StaffName, passkey: NewPasskey }).meta({ id: 'Join' });
export type Join = z.infer<typeof Join>;

export const InviteStaff = z
  .object({ name: StaffName, email: EmailAddress, roles: StaffRoles })
  .meta({ id: 'InviteStaff' });
export type InviteStaff = z.infer<typeof InviteStaff>;

export const ChangeStaff = z.object({ roles: StaffRoles }).meta({ id: 'ChangeStaff' });
export type ChangeStaff = z.infer<typeof ChangeStaff>;

export const StaffParams = z.object({ id: PathId });

/** One browser in which somebody is signed in. */
export const DeskDevice = z
  .object({
    id: z.uuid(),
    staff_id: Id,
    device: z.string().meta({ description: 'The browser, as it names itself.' }),
    opened_by: OpenedBy,
    started_at: Moment,
    used_at: Moment,
    is_this: z.boolean(),
  })
  .meta({ id: 'DeskDevice' });
export type DeskDevice = z.infer<typeof DeskDevice>;
export const DeviceParams = z.object({ id: z.uuid() });

export const Passkey = z
  .object({
    id: z.string(),
    device: z.string(),
    is_backed_up: z.boolean().meta({ description: 'Whether its maker copies it between devices.' }),
    created_at: Moment,
    used_at: Moment.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;
export const PasskeyParams = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) });

/** How one gets in: the own devices, passkeys, and how many recovery codes are left. */
export const OwnAccess = z
  .object({ devices: DeskDevice.array(), passkeys: Passkey.array(), recovery_codes: z.int() })
  .meta({ id: 'OwnAccess' });
export type OwnAccess = z.infer<typeof OwnAccess>;

export const RecoveryCodes = z
  .object({ codes: z.string().array() })
  .meta({ id: 'RecoveryCodes', description: 'Shown this once. Each opens the desk once.' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** A member of staff as an owner sees one. */
export const StaffMember = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    roles: StaffRoles,
    state: z.enum(['invited', 'to confirm', 'joined', 'disabled']).meta({
      description:
        '`to confirm`: worked here when a backup was made that was restored since. Inviting again confirms it.',
    }),
    invited_until: Moment.nullable(),
    last_used_at: Moment.nullable(),
    passkeys: z.int(),
    devices: DeskDevice.array(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof StaffMember>;

export const StaffList = z.object({ staff: StaffMember.array() }).meta({ id: 'StaffList' });
export type StaffList = z.infer<typeof StaffList>;
