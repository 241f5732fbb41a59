import { useState } from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { legendTotal, mostLegendGroups } from '../../model/live/contact-text.ts';
import { countText, unknownText } from '../../model/text/number-text.ts';
import { focusText, type GroupFocus, isInFocus, nextFocus } from '../../model/live/group-focus.ts';
import { groupColour, groupKindNames, groupLabel, groupShape } from '../../model/live/group-looks.ts';
import { type ReceiverLooks } from '../../model/entities/receiver.ts';
import type { Legend } from '../../model/live/live-view.ts';
import type { Scheme } from '../../model/live/palette.ts';
import { Mark } from '../controls/mark.tsx';
import { LegendEntry, LegendList } from './legend-list.tsx';
import styles from './live-legend.module.css';

type Props = {
  legend: Legend;
  receivers: ReceiverLooks;
  scheme: Scheme;
  /** True while the shown contacts are being counted; the legend still has the previous counts. */
  counting: boolean;
  /** True while the contacts to count are loading: no number is known yet (LIVE-34). */
  loading: boolean;
  focus: GroupFocus | null;
  onFocus: (focus: GroupFocus | null) => void;
  /** Called with the group under the pointer or with the keyboard focus; null for none. */
  onPoint: (value: number | null) => void;
};

/**
 * The legend of the live chart: groups in order with their counts, and how many contacts the filters hide
 * (LIVE-6, LIVE-17). Pointing at a group fades the others (LIVE-38). A press shows only that group, another
 * press hides it (LIVE-28).
 */
export function LiveLegend(props: Props) {
  const { legend, receivers, scheme, counting, loading } = props;
  const { groupBy, groups, aside } = legend;
  const { focus } = props;
  const [said, setSaid] = useState('');
  const listed = [...groups, ...aside].sort((one, other) => one.value - other.value);
  return (
    <div className={`line-20 narrows ${counting ? styles.counting : ''}`} aria-busy={counting || loading}>
      <LegendList label={`Contacts by ${groupKindNames[groupBy].toLowerCase()}`}>
        {listed.slice(0, mostLegendGroups).map((group) => (
          <LegendEntry
            key={group.value}
            mark={<Mark shape={groupShape(groupBy, group, receivers)} colour={groupColour(groupBy, group, receivers, scheme)} />}
            label={groupLabel(groupBy, group.value, receivers)}
            count={loading ? unknownText : countText(group.count)}
            isPressed={focus?.value === group.value && focus.mode === 'only'}
            look={isInFocus(focus, group.value) ? undefined : 'aside'}
            onPoint={(isPointed) => props.onPoint(isPointed ? group.value : null)}
            onPress={() => {
              const next = nextFocus(focus, group.value);
              setSaid(focusText(next, (value) => groupLabel(groupBy, value, receivers)));
              props.onFocus(next);
            }}
          />
        ))}
      </LegendList>
      <p className="quiet digits above-8">
        {loading ? `${unknownText} contacts shown` : legendTotal(legend)}
        {counting ? <span className={styles.soon}>{` ·\u00a0counting…`}</span> : null}
      </p>
      <VisuallyHidden elementType="p" role="status">
        {said}
      </VisuallyHidden>
    </div>
  );
}
