import { aboutLater } from '../../model/navigation/later-screens.ts';
import type { Screen } from '../../model/navigation/routes.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';

/** A screen of the sidebar that a later version brings; it says so plainly. */
export default function NotBuiltView(props: { screen: Screen }) {
  return (
    <Page title={props.screen.label} about={aboutLater(props.screen.id)}>
      <Card label={props.screen.label}>
        <Notice title="This page is not built yet">It comes with a later version.</Notice>
      </Card>
    </Page>
  );
}
