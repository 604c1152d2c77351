import type { StaffMember } from '#contract/staff.ts';
import { ConfirmedForm } from './confirmed-form.tsx';
import { choiceOf, ROLE_CHOICES } from './role-choices.ts';

/** After a restore: who worked here when the backup was made. Nothing opens for them until an owner says that they still do. */
export function ToConfirm({ staff }: { staff: StaffMember[] }) {
  if (staff.length === 0) return null;
  return (
    <section className="staff-to-confirm">
      <h2>Still working here?</h2>
      <p className="staff-to-confirm-words">
        The shop was restored from a backup. These people worked here then, and nothing opens for them yet. Confirm
        those who still do: each gets a letter to join again.
      </p>
      <ul className="staff-rows">
        {staff.map((member) => (
          <Colleague key={member.id} member={member} />
        ))}
      </ul>
    </section>
  );
}

/** The roles are those of the backup, too: whoever confirms somebody sees them and may choose others. */
function Colleague({ member: { id, name, email, roles } }: { member: StaffMember }) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="desk-soft staff-small">{email}</span>
      </div>
      <ConfirmedForm className="staff-inline-form" label={`Confirm ${name}`}>
        <input type="hidden" name="do" value="invite" />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="email" value={email} />
        <select className="staff-select" name="role" aria-label={`Role of ${name}`} defaultValue={choiceOf(roles)}>
          {ROLE_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit" className="desk-button mid" aria-label={`Confirm ${name}`}>
          Confirm
        </button>
      </ConfirmedForm>
      <ConfirmedForm label={`Remove ${name}`}>
        <input type="hidden" name="do" value="disable" />
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="desk-button plain mid" aria-label={`No longer here: ${name}`}>
          No longer here
        </button>
      </ConfirmedForm>
    </li>
  );
}
