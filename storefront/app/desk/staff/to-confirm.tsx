import type { StaffMember } from '#contract/staff.ts';
import { Hidden } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Heading } from '../ui/slip.tsx';
import { changeStaff } from './change-staff.ts';
import { choiceOf, ROLE_CHOICES } from './role-choices.ts';

/** After a restore: who worked here when the backup was made. Nothing opens for them until an owner says that they still do. */
export function ToConfirm({ staff }: { staff: StaffMember[] }) {
  if (staff.length === 0) return null;
  return (
    <section>
      <Heading>Still working here?</Heading>
      <p className="mt-2 max-w-measure">
        The shop was restored from a backup. These people worked here then, and nothing opens for them yet. Confirm
        those who still do: each gets a letter to join again.
      </p>
      <Rows>
        {staff.map((member) => (
          <Colleague key={member.id} member={member} />
        ))}
      </Rows>
    </section>
  );
}

/** The roles are those of the backup, too: whoever confirms somebody sees them and may choose others. */
function Colleague({ member: { id, name, email, roles } }: { member: StaffMember }) {
  return (
    <Row
      name={name}
      more={email}
      acts={
        <>
          <Form act={changeStaff} className="flex flex-wrap gap-2" label={`Confirm ${name}`}>
            <Hidden values={{ do: 'invite', name, email }} />
            <select
              className="desk-input w-auto max-w-full"
              name="role"
              aria-label={`Role of ${name}`}
              defaultValue={choiceOf(roles)}
            >
              {ROLE_CHOICES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <button type="submit" className="desk-button mid" aria-label={`Confirm ${name}`}>
              Confirm
            </button>
          </Form>
          <Form act={changeStaff} label={`Remove ${name}`}>
            <Hidden values={{ do: 'disable', id }} />
            <button type="submit" className="desk-button plain mid" aria-label={`No longer here: ${name}`}>
              No longer here
            </button>
          </Form>
        </>
      }
    />
  );
}
