import * as v from 'valibot';

/** A person who belongs to a system (REG-14); names are null until registered. */
export const collaboratorSchema = v.object({
  id: v.number(),
  active: v.boolean(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  email: v.string(),
  RoleId: v.number(),
});
