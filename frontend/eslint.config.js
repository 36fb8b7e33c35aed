import js from '@eslint/js'
import globals from 'globals'
import jsx_a11y from 'eslint-plugin-jsx-a11y'
import react_hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { import_zones_rule } from './eslint/import_zones_rule.js'

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'coverage',
      'src/api/binary_records.ts',
      'src/api/contracts.ts',
      'src/api/workloads.ts',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.js'], languageOptions: { globals: globals.node } },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser, sourceType: 'script' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The router's redirects and not-found are thrown, and are not errors.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
      'max-lines': ['error', { max: 600 }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: {
      orrery: { rules: { 'import-zones': import_zones_rule } },
      'react-hooks': react_hooks,
      'jsx-a11y': jsx_a11y,
    },
    rules: {
      ...react_hooks.configs.recommended.rules,
      ...jsx_a11y.flatConfigs.recommended.rules,
      'orrery/import-zones': 'error',
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
)
