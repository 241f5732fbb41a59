import type { Tag } from '#model/entities/tag.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { registryCalls } from './registry-calls.ts';

/** CALL-3: tags. */
export function tags(database: Pick<Database, 'db' | 'pool'>) {
  const registry = registryCalls(database, 'tag', 'tagData.AnimalId');
  return {
    async listTags(call) {
      const { asOf, rows } = await registry.list(call);
      return { asOf, tags: rows as Tag[] };
    },
    async createTag(call) {
      const { row, done } = await registry.create(call, call.body.tagData);
      return { tagData: row as Tag, ...done };
    },
    async updateTag(call) {
      const { tagData, asOf } = call.body;
      const { id: _, ...fields } = tagData;
      const { row, done } = await registry.update(call, fields, asOf);
      return { tagData: row as Tag, ...done };
    },
    async deleteTags(call) {
      return { ids: [...call.query.ids], ...(await registry.remove(call)) };
    },
  } satisfies Partial<Handlers>;
}
