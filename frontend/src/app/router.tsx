import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { parseCompareSearch } from '@/features/compare/compare_search'
import { parseDocsSearch } from '@/features/docs/docs_search'
import { parseFleetSearch } from '@/features/fleet/fleet_search'
import { parseGroupSearch } from '@/features/groups/group_search'
import { parseNewRunSearch } from '@/features/new_run/new_run_search'
import { parseReferenceSearch } from '@/features/reference/reference_search'
import { parseRunSearch } from '@/features/run/run_search'
import { parseRunsSearch } from '@/features/runs/runs_search'
import { parseTrendsSearch } from '@/features/trends/trends_search'
import { parseSearch, stringifySearch } from './search_params'
import { NotFound } from './shell/not_found'
import { PageError } from './shell/page_error'
import { Shell } from './shell/shell'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('@/features/home/home_page'), 'HomePage'),
})

const fleet = createRoute({
  getParentRoute: () => root,
  path: '/fleet',
  validateSearch: parseFleetSearch,
  component: lazyRouteComponent(() => import('@/features/fleet/fleet_page'), 'FleetPage'),
})

const new_run = createRoute({
  getParentRoute: () => root,
  path: '/new',
  validateSearch: parseNewRunSearch,
  component: lazyRouteComponent(() => import('@/features/new_run/new_run_page'), 'NewRunPage'),
})

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: parseRunsSearch,
  component: lazyRouteComponent(() => import('@/features/runs/runs_page'), 'RunsPage'),
})

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: parseRunSearch,
  component: lazyRouteComponent(() => import('@/features/run/run_page'), 'RunPage'),
})

const group = createRoute({
  getParentRoute: () => root,
  path: '/groups/$id',
  validateSearch: parseGroupSearch,
  component: lazyRouteComponent(() => import('@/features/groups/group_page'), 'GroupPage'),
})

const suites = createRoute({
  getParentRoute: () => root,
  path: '/suites',
  component: lazyRouteComponent(() => import('@/features/suites/suites_page'), 'SuitesPage'),
})

const suite = createRoute({
  getParentRoute: () => root,
  path: '/suites/$name',
  component: lazyRouteComponent(() => import('@/features/suites/suite_page'), 'SuitePage'),
})

const studies = createRoute({
  getParentRoute: () => root,
  path: '/studies',
  component: lazyRouteComponent(() => import('@/features/studies/studies_page'), 'StudiesPage'),
})

const trends = createRoute({
  getParentRoute: () => root,
  path: '/trends',
  validateSearch: parseTrendsSearch,
  component: lazyRouteComponent(() => import('@/features/trends/trends_page'), 'TrendsPage'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: parseCompareSearch,
  component: lazyRouteComponent(() => import('@/features/compare/compare_page'), 'ComparePage'),
})

const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  validateSearch: parseReferenceSearch,
  component: lazyRouteComponent(() => import('@/features/reference/reference_page'), 'ReferencePage'),
})

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  validateSearch: parseDocsSearch,
  component: lazyRouteComponent(() => import('@/features/docs/docs_page'), 'DocsPage'),
})

const docs_page = createRoute({
  getParentRoute: () => root,
  path: '/docs/$page',
  validateSearch: parseDocsSearch,
  component: lazyRouteComponent(() => import('@/features/docs/docs_page'), 'DocsPage'),
})

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  component: lazyRouteComponent(() => import('@/features/access/access_page'), 'AccessPage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('@/features/settings/settings_page'), 'SettingsPage'),
})

const tree = root.addChildren([
  home,
  fleet,
  new_run,
  suites,
  suite,
  studies,
  runs,
  run,
  group,
  trends,
  compare,
  reference,
  docs,
  docs_page,
  access,
  settings,
])

export function createAppRouter(history: RouterHistory = createBrowserHistory()) {
  return createRouter({
    routeTree: tree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
