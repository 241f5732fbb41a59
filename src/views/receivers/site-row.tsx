import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { isUnsaved } from '../../machines/operations/operations-selectors.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { MoreIcon } from '../controls/tool-icons.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import { RowButton } from './row-button.tsx';
import cells from './cells.module.css';
import styles from './grid.module.css';

/** A site that heads its receivers; null for those that stand at none. */
export const SiteRow = memo(function SiteRow({ siteId }: { siteId: number | null }) {
  const { editable, openBeside } = useReceiversScreen();
  const { operations } = useSession();
  const site = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]));
  const unsaved = useSelector(operations, (snapshot) => siteId !== null && isUnsaved(snapshot, 'site', siteId));
  const count = useReadModel(
    ({ fleet }) =>
      Object.values(fleet.receivers).filter((rx) => (rx.SiteId !== null && fleet.sites[rx.SiteId] ? rx.SiteId : null) === siteId)
        .length,
  );
  const name = site?.alias ?? 'Without a site';
  return (
    <div className={styles.site}>
      <Swatch color={site?.color} of="site" pointStyle={site?.pointStyle} />
      <span className={styles.siteName} title={name}>
        {name}
      </span>
      <span className={styles.siteCount}>{count === 1 ? '1 receiver' : `${count} receivers`}</span>
      {unsaved ? <StatusMark status="warning" text="Not saved yet" /> : null}
      {editable || count > 0 ? (
        <RowButton
          className={cells.more}
          label={`Actions of ${name}`}
          onPress={(element) => openBeside({ kind: 'site', id: siteId ?? 0, element })}
        >
          <MoreIcon size={18} />
        </RowButton>
      ) : null}
    </div>
  );
});
