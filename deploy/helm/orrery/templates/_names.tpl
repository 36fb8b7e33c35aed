{{- define "orrery.name" -}}
{{- if contains "orrery" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-orrery" (.Release.Name | trunc 33 | trimSuffix "-") -}}
{{- end -}}
{{- end }}

{{- define "orrery.labels" -}}
app.kubernetes.io/name: orrery
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* What tells the pods of this release's console, and of its agents, from all others. */ -}}
{{- define "orrery.console.selector" -}}
app.kubernetes.io/name: orrery
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: console
{{- end }}

{{- define "orrery.agent.selector" -}}
app.kubernetes.io/name: orrery
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: agent
{{- end }}

{{- define "orrery.tokens" -}}
{{- .Values.tokens.existingSecret | default (printf "%s-tokens" (include "orrery.name" .)) -}}
{{- end }}

{{- define "orrery.join" -}}
{{- if .Values.agents.join -}}
{{- .Values.agents.join -}}
{{- else if .Values.console.enabled -}}
http://{{ include "orrery.name" . }}-console.{{ .Release.Namespace }}.svc:8000
{{- else -}}
{{- fail "agents.join is empty and there is no console here: set agents.join to the console's address, like https://bench.example.org" -}}
{{- end -}}
{{- end }}

{{- define "orrery.pod.security" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "orrery.container.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
