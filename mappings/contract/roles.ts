import { Type } from 'typebox';
import { ROLES } from '../roles.ts';
import { nullable } from './nullable.ts';

export const RoleOnBoard = Type.Object(
  {
    role: Type.Enum([...ROLES], { type: 'string' }),
    board: nullable(Type.String({ maxLength: 64, pattern: '^[^\\x00]*$', description: 'null: all boards.' })),
  },
  { $id: 'RoleOnBoard', additionalProperties: false },
);
