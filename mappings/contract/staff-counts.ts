/** The counts in the menu of staff pages. */
import { Type, type Static } from 'typebox';

export const StaffCounts = Type.Object(
  {
    counts: Type.Record(Type.String(), Type.Integer(), {
      description:
        'By name, such as `open_reports`. Only the counts that the roles of the account allow; those of single boards are about their boards.',
    }),
  },
  { $id: 'StaffCounts' },
);
export type StaffCounts = Static<typeof StaffCounts>;
