import { countText, legendTotal, mostLegendGroups } from '../../model/live/contact-text.ts';
import { groupColour, groupKindNames, groupLabel, groupShape, type ReceiverLooks } from '../../model/live/group-looks.ts';
import type { Legend } from '../../model/live/live-view.ts';
import { shapePath } from '../../model/live/mark-shape.ts';
import type { Scheme } from '../../model/live/palette.ts';
import styles from './live-legend.module.css';

type Props = {
  legend: Legend;
  receivers: ReceiverLooks;
  scheme: Scheme;
  /** True while what is shown is still being counted: the legend is the last one. */
  counting: boolean;
};

/**
 * The legend of the live chart: groups in order with their counts, and how many contacts the filters hide
 * (LIVE-6, LIVE-17).
 */
export function LiveLegend(props: Props) {
  const { legend, receivers, scheme, counting } = props;
  const { groupBy, groups } = legend;
  return (
    <div className={counting ? `${styles.legend} ${styles.counting}` : styles.legend} aria-busy={counting}>
      <ul className={styles.groups} aria-label={`Contacts by ${groupKindNames[groupBy].toLowerCase()}`}>
        {groups.slice(0, mostLegendGroups).map((group) => (
          <li key={group.value} className={styles.group}>
            <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
              <path fill={groupColour(groupBy, group, receivers, scheme)} d={shapePath(groupShape(groupBy, group), 6, 6, 12)} />
            </svg>
            <span className={styles.label}>{groupLabel(groupBy, group.value, receivers)}</span>
            <span className={styles.count}>{countText(group.count)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        {legendTotal(legend)}
        {counting ? <span className={styles.soon}> · counting…</span> : null}
      </p>
    </div>
  );
}
