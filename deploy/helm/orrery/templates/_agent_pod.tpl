{{- /*
The pod of an agent, the same for the DaemonSet and for borrowed fleets.
Takes a dict: root, the chart's context; restart, the pod's restart policy; environment, a list of
variables that name the node and its loan; arguments, more of the agent's; token, the secret of the
join token and its key.
*/ -}}
{{- define "orrery.agent.pod" -}}
{{- $agents := .root.Values.agents -}}
restartPolicy: {{ .restart }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 15
securityContext:
  {{- include "orrery.pod.security" .root | nindent 2 }}
{{- with $agents.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $agents.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $agents.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if $agents.oneOnEachHost }}
affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "orrery.agent.selector" .root | nindent 12 }}
{{- end }}
containers:
  - name: agent
    image: {{ $agents.image }}
    imagePullPolicy: {{ $agents.imagePullPolicy }}
    command: [python, -m, orrery_agent]
    args:
      - --join=$(ORRERY_JOIN)
      - --name=$(ORRERY_NAME)
      - --spool=/var/lib/orrery
      {{- range .arguments }}
      - {{ . }}
      {{- end }}
    env:
      - name: ORRERY_JOIN
        value: {{ include "orrery.join" .root }}
      - name: ORRERY_TOKEN
        valueFrom:
          secretKeyRef:
            {{- toYaml .token | nindent 12 }}
      {{- toYaml .environment | nindent 6 }}
    resources:
      requests: &whole
        cpu: {{ $agents.cpus | quote }}
        memory: {{ $agents.memory }}
      limits: *whole
    securityContext:
      {{- include "orrery.container.security" .root | nindent 6 }}
    readinessProbe:
      exec:
        command: [python, /opt/orrery/share/agent_health.py]
      periodSeconds: 5
      timeoutSeconds: 4
    volumeMounts:
      - { name: spool, mountPath: /var/lib/orrery }
      - { name: shared-memory, mountPath: /dev/shm }
      - { name: tmp, mountPath: /tmp }
      {{- range .mounts }}
      - {{ toYaml . | nindent 8 | trim }}
      {{- end }}
volumes:
  - name: spool
    emptyDir: { sizeLimit: {{ $agents.spool }} }
  - name: shared-memory
    emptyDir: { medium: Memory, sizeLimit: {{ $agents.sharedMemory }} }
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
{{- range .volumes }}
  - {{ toYaml . | nindent 4 | trim }}
{{- end }}
{{- end }}
