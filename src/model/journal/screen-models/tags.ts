import { type Tag, tagSchema } from '../../entities/tag.ts';
import { type RowsLoaded, rowsModel } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'tags.loaded': RowsLoaded<Tag>;
  }
}

/** The tags of the system (REG-8). */
export const tagsModel = rowsModel<Tag>({
  name: 'tags',
  entities: ['tag'],
  loaded: 'tags.loaded',
  row: tagSchema,
  fresh: { lastContacted: null, ReceiverId: null },
});
