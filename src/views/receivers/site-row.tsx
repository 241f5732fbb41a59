import { memo } from 'react';
import { SiteName } from '../controls/site-name.tsx';
import { MoreIcon } from '../controls/tool-icons.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { UnsavedMark } from '../session/unsaved-mark.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import { RowButton } from './row-button.tsx';
import styles from './grid.module.css';

/** The row of a site above its receivers; null for receivers without a site. */
export const SiteRow = memo(function SiteRow({ siteId }: { siteId: number | null }) {
  const { editable, openBeside } = useReceiversScreen();
  const site = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]));
  const count = useReadModel(
    ({ fleet }) =>
      Object.values(fleet.receivers).filter((rx) => (rx.SiteId !== null && fleet.sites[rx.SiteId] ? rx.SiteId : null) === siteId)
        .length,
  );
  return (
    <div className={styles.site}>
      <SiteName site={site} count={count} />
      <UnsavedMark of="site" id={siteId} />
      {editable || count > 0 ? (
        <RowButton
          label={`Actions of ${site?.alias ?? 'Without a site'}`}
          onPress={(element) => openBeside({ kind: 'site', id: siteId ?? 0, element })}
        >
          <MoreIcon size={18} />
        </RowButton>
      ) : null}
    </div>
  );
});
