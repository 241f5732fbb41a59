import { lineUpdatesOf } from '../machines/question/line-updates.ts';
import { question } from '../machines/question/question.ts';
import type { QuestionRef } from '../machines/question/question-machine.ts';
import type { RecordInput } from '../machines/screen/screen-events.ts';
import { type TagHistory, tagHistoryCalls } from '../model/contract/tag-history-calls.ts';
import { visitsAddress } from '../model/visits/visits-address.ts';
import { later } from '../views/controls/later.tsx';
import type { ScreenProps } from '../views/session/screen-props.ts';
import { builtScreen } from './built-screen.ts';

/** The page of one tag (VISIT-5): where it went. */
export default builtScreen({
  address: visitsAddress,
  actor: ({ http }) =>
    question<RecordInput>(
      ({ input: { mitasId, record }, signal }) =>
        http.call(tagHistoryCalls.getTagHistory, { params: { mitasId, id: record ?? 0 } }, { signal }),
      lineUpdatesOf('tags', 'animals', 'transmitters'),
    ),
  view: later<ScreenProps<QuestionRef<TagHistory>>>(() => import('../views/tag/tag-view.tsx')),
});
