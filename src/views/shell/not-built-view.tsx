import type { Screen } from '../../model/navigation/routes.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';

/** A screen of the sidebar that a later version brings; it says so plainly. */
export function NotBuiltView(props: { screen: Screen }) {
  return (
    <Page title={props.screen.label} about={props.screen.about}>
      <Card label={props.screen.label}>
        <Notice title="This page is not built yet">
          It comes with a later version. Home, the live stream and Activity work today.
        </Notice>
      </Card>
    </Page>
  );
}
