import { type Collaborator, collaboratorSchema } from '../../entities/collaborator.ts';
import { type RowsLoaded, rowsModel } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'collaborators.loaded': RowsLoaded<Collaborator>;
  }
}

/**
 * The system's members and invitations (REG-14). A new one appears only when the list is loaded again,
 * because its change lacks some fields.
 */
export const collaboratorsModel = rowsModel<Collaborator>({
  name: 'collaborators',
  entities: ['member', 'invitation'],
  loaded: 'collaborators.loaded',
  row: collaboratorSchema,
  fresh: null,
});
